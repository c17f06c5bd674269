const { factories } = require('@strapi/strapi')

module.exports = factories.createCoreService('api::end-user.end-user')
