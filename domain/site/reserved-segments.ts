/**
 * First parts of paths that the site itself uses, including redirects. Operators can't use them as addresses of their
 * own pages. tests/wire/reserved-segments.test.ts compares them with all routes.
 */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(
	(
		'404 about admin api articles assets auth blog calendar career-path careers certificates checkout claims contact continue cookie-policy cookies ' +
		'course courses dashboard dev digital-income-mastery documents downloads embed fonts free-resources free-trial functions graphql hustler-quiz ' +
		'income-selector livez login media metrics modules newsletter notes oauth offers offline og orders payment-canceled payment-success pledge ' +
		'previews privacy-policy privacy-request readyz realtime requests reset-password rest review routes sandbox settings signup status storage ' +
		'success templates terms unsubscribe webhooks weekly-planner'
	).split(' '),
)
