const { factories } = require('@strapi/strapi')

module.exports = factories.createCoreController('api::end-user.end-user')
