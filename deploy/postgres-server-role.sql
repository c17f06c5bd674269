-- A role for the server that can add rows to the audit log and can never change or remove one.
-- Run this as a superuser, or as the owner of the tables if it may create roles, after "migrate" and again after each
-- upgrade; then set a password for the role, and give its URL to the server as DATABASE_URL.

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
-- The console's limit for single statements; transactions set their own. Behind a pooler it cannot be set otherwise.
alter role console_server set statement_timeout = '12s';
-- Ends statements whose client is gone.
alter role console_server set client_connection_check_interval = '5s';
