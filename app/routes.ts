import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Patterns with parameters (`:slug`) are listed in server/pages/page-paths.ts, too. */
export default [
	index('routes/marketing/home.tsx'),

	// Pages where a learner works or writes, on which an ended session shows the sign-in dialog.
	layout('routes/account/session-guard.tsx', [
		route('free-trial', 'routes/funnel/free-trial.tsx'),
		route('modules', 'routes/learning/modules.tsx'),
		route('continue', 'routes/learning/continue.tsx'),
		route('notes', 'routes/learning/notes.tsx'),
		route('pledge', 'routes/learning/pledge.tsx'),
		route('review', 'routes/learning/review.tsx'),
		route('course/:moduleSlug', 'routes/learning/course-module.tsx'),
		route('courses', 'routes/learning/courses.tsx'),
		route('courses/:courseId', 'routes/learning/course.tsx'),
		route('career-path', 'routes/learning/career-path.tsx'),
		route('career-path/:trackId', 'routes/learning/career-track.tsx'),
		route('career-path/:trackId/:lessonId', 'routes/learning/track-lesson.tsx'),
		route('dashboard', 'routes/account/dashboard.tsx'),
		route('settings', 'routes/account/settings.tsx'),
		route('weekly-planner', 'routes/tools/weekly-planner.tsx'),
		route('templates', 'routes/marketing/templates.tsx'),
		route('contact', 'routes/marketing/contact.tsx'),
		route('income-selector', 'routes/tools/income-selector.tsx'),
		route('careers', 'routes/marketing/careers.tsx'),
		layout('routes/account/in-browser.tsx', { id: 'in-browser-watched' }, [
			route('orders/:orderId', 'routes/account/order.tsx'),
			route('certificates/:certificateId', 'routes/learning/certificate.tsx'),
		]),
	]),
	layout('routes/account/in-browser.tsx', [
		route('auth/callback', 'routes/account/auth-callback.tsx'),
		route('oauth/consent', 'routes/account/oauth-consent.tsx'),
	]),

	route('hustler-quiz', 'routes/funnel/hustler-quiz.tsx'),
	route('signup', 'routes/funnel/signup.tsx'),
	route('digital-income-mastery', 'routes/funnel/digital-income-mastery.tsx'),
	route('offers/:code', 'routes/funnel/further-offer.tsx'),
	route('payment-success', 'routes/funnel/payment-success.tsx'),
	route('payment-canceled', 'routes/funnel/payment-canceled.tsx'),
	route('success', 'routes/funnel/success.tsx'),

	route('login', 'routes/account/login.tsx'),
	route('reset-password', 'routes/account/reset-password.tsx'),

	route('pledge/:step', 'routes/learning/pledge-step.tsx'),

	route('blog', 'routes/marketing/blog.tsx'),
	route('articles/:slug', 'routes/marketing/article.tsx'),
	route('free-resources', 'routes/marketing/free-resources.tsx'),
	route('contact/:step', 'routes/marketing/contact-step.tsx'),

	route('about', 'routes/marketing/about.tsx'),
	route('claims', 'routes/marketing/claims.tsx'),
	route('careers/:step', 'routes/marketing/careers-step.tsx'),
	route('privacy-policy', 'routes/marketing/legal.tsx', { id: 'privacy-policy' }),
	route('privacy-request', 'routes/marketing/privacy-request.tsx'),
	route('terms', 'routes/marketing/legal.tsx', { id: 'terms' }),
	route('cookie-policy', 'routes/marketing/legal.tsx', { id: 'cookie-policy' }),
	route('newsletter/:step', 'routes/marketing/newsletter-step.tsx'),
	route('unsubscribe', 'routes/marketing/unsubscribe.tsx'),
	route('unsubscribe/done', 'routes/marketing/unsubscribed.tsx'),

	route('offline', 'routes/learning/offline.tsx'),
	route(':page', 'routes/marketing/own-page.tsx'),
	route('404', 'routes/not-found.tsx', { id: 'not-found-page' }),
	route('*', 'routes/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfig
