/** Settings of shells, logins and users with which `npm start` becomes ready. */
export const harmless: Record<string, string[]> = {
  'a login, unusual places and languages, careful users': [
    'export MAIL=/var/mail/ada TZ=Nowhere/City LC_ALL=xx_YY.UTF-8',
    'export NODE_OPTIONS="--max-old-space-size=4096 --trace-warnings"',
    'export npm_config_ignore_scripts=true npm_config_omit=optional',
    'umask 077',
  ],
  'a Turkish shell that lets all users write': [
    'export MAIL=/var/spool/mail/ada TZ=:/etc/localtime LC_ALL=tr_TR.UTF-8 LANG=C',
    'umask 000',
  ],
}

/** Settings with which it does not become ready, but prints a sentence that says what to do. */
export const rejected: { name: string; profile: string[]; says: string }[] = [
  {
    name: 'conda',
    profile: ['export HOST=x86_64-conda-linux-gnu'],
    says: 'A shell such as tcsh or conda may have set it. For your own machine: HOST=127.0.0.1 npm start',
  },
  {
    name: 'production',
    profile: ['export NODE_ENV=production'],
    says:
      'PUBLIC_URL must be set to the URL that users open, because NODE_ENV is production. ' +
      'npm start starts the demo. For that, run: NODE_ENV=development npm start',
  },
]
