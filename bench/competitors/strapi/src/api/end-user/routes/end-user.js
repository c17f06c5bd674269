const { factories } = require('@strapi/strapi')

module.exports = factories.createCoreRouter('api::end-user.end-user')
