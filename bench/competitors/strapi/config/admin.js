module.exports = ({ env }) => ({
  auth: { secret: env('ADMIN_JWT_SECRET'), sessions: { accessTokenLifespan: 86_400 }, cookie: { secure: false } },
  apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
  flags: { nps: false, promoteEE: false },
})
