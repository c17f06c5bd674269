-- Creates a role for the server that can add rows to the audit log but never change or remove one.
-- Run this as a superuser, or as the owner of the tables if it may create roles, after "migrate" and again after each
-- upgrade. Then set a password for the role, and use the role in DATABASE_URL of the server.

do $$
begin
  if not exists (select from pg_roles where rolname = 'console_server') then
    create role console_server login;
  end if;
end $$;

grant usage on schema public to console_server;
grant select, insert, update, delete on all tables in schema public to console_server;
grant usage, select on all sequences in schema public to console_server;
revoke update, delete on audit_events, audit_terms from console_server;
-- Limits single statements; transactions set their own limits. Behind a pooler, this is the only way.
alter role console_server set statement_timeout = '12s';
-- Ends statements whose client has disconnected.
alter role console_server set client_connection_check_interval = '5s';
