import type { ContactCategory } from '#domain/support/categories.ts'

import { ORDER_ID_PATTERN } from './order-id.ts'

/** Page on which people read their ticket and reply. Only emails link to it, and its token is the only credential. */
export const ticketPath = (token: string) => `/requests/${token}`

export const furtherOfferPath = (code: string) => `/offers/${code}`

/**
 * @param offers current offers, in the order of offers.json
 * @returns null if the offer isn't among them
 */
export function offerPath(offers: readonly { code: string }[], code: string): string | null {
	const place = offers.findIndex((offer) => offer.code === code)
	return place < 0 ? null : place === 0 ? paths.offer : furtherOfferPath(code)
}

/** Sandbox page with the emails and SMS that weren't really sent. */
export const OUTBOX_PATH = '/dev/outbox'

/** List of courses; 404 on a site with only one course. */
export const COURSES_PATH = '/courses'

export const coursePath = (courseId: string) => `${COURSES_PATH}/${courseId}`

/**
 * Pages rendered only in the browser. They have no HTML file, so the server responds with the app shell. `:id` is one segment, a trailing
 * `/*` one or more. Add a path here together with its route (app/routes.ts). Any other path without a file is a 404.
 */
export const appPaths: readonly string[] = ['/auth/callback', '/oauth/consent', '/orders/:orderId', '/certificates/:id']

/** Regular expressions of path parameters, by name. URLs that don't match are 404. */
export const segmentShapes: Readonly<Record<string, string>> = { orderId: ORDER_ID_PATTERN }

export const CONTACT_STEPS = ['sent'] as const
type ContactStep = (typeof CONTACT_STEPS)[number]

export const APPLICATION_STEPS = ['sent'] as const
type ApplicationStep = (typeof APPLICATION_STEPS)[number]

/** Pages below /pledge/ that emails link to: three questions, and their results. */
export const PLEDGE_STEPS = ['stop', 'stopped', 'support', 'supporting', 'unsupport', 'unsupported', 'expired'] as const
export type PledgeStep = (typeof PLEDGE_STEPS)[number]

/** Pages below /newsletter/ that newsletter emails link to. */
export const NEWSLETTER_STEPS = ['confirm', 'check-inbox', 'confirmed', 'expired', 'later'] as const
export type NewsletterStep = (typeof NEWSLETTER_STEPS)[number]

export const paths = {
	home: '/',
	/** Availability in the last month. Works without JavaScript. */
	status: '/status',
	modules: '/modules',
	/** Redirects to the learner's next section. */
	continueLearning: '/continue',
	notes: '/notes',
	/** The evenings that the learner planned, and the record of the last weeks. */
	pledge: '/pledge',
	pledgeStep: (step: PledgeStep) => `/pledge/${step}`,
	/** Calendar feed of the planned evenings; the token is the only credential. */
	calendar: (token: string) => `/calendar/${token}.ics`,
	/** Recall questions that are due for review, and how much the learner has retained. */
	review: '/review',
	courseModule: (moduleId: number) => `/course/module${moduleId}`,
	freeResources: '/free-resources',
	settings: '/settings',
	freeTrial: '/free-trial',
	signup: '/signup',
	offer: '/digital-income-mastery',
	hustlerQuiz: '/hustler-quiz',
	blog: '/blog',
	article: (slug: string) => `/articles/${slug}`,
	feed: '/feed.xml',
	newsletterStep: (step: NewsletterStep) => `/newsletter/${step}`,
	unsubscribe: '/unsubscribe',
	unsubscribed: '/unsubscribe/done',
	/** Templates, tools and bonuses. */
	templates: '/templates',
	/** A free document. Its URL never changes. */
	document: (slug: string, format: string) => `/documents/${slug}.${format}`,
	/** Picture of a document's first page, without its sentences. */
	documentPicture: (slug: string) => `/previews/${slug}.svg`,
	/** A paid document. Requires `?link=`, which POST /api/downloads signs. */
	paidDocument: (slug: string, format: string) => `/downloads/${slug}.${format}`,
	weeklyPlanner: '/weekly-planner',
	incomeSelector: '/income-selector',
	/** Income selector with answers packed by domain/selector/pack-answers.ts. */
	sharedSelection: (packed: string) => `/income-selector?answers=${packed}`,
	careerPath: '/career-path',
	careerTrack: (trackId: string) => `/career-path/${trackId}`,
	careerLesson: (trackId: string, lessonId: string) => `/career-path/${trackId}/${lessonId}`,
	about: '/about',
	/** Definitions of the site's figures and claims. */
	claims: '/claims',
	careers: '/careers',
	careersStep: (step: ApplicationStep) => `/careers/${step}`,
	contact: '/contact',
	contactAbout: (category: ContactCategory) => `/contact?about=${category}`,
	contactStep: (step: ContactStep) => `/contact/${step}`,
	privacyPolicy: '/privacy-policy',
	terms: '/terms',
	/** Page for requesting a copy of personal data, or its deletion, without an account. */
	privacyRequest: '/privacy-request',
	under18: '/terms#if-you-are-under-18',
	cookiePolicy: '/cookie-policy',
	cookies: '/cookies',
	login: '/login',
	authCallback: '/auth/callback',
	/** Page on which a learner allows an application to access the account. */
	oauthConsent: '/oauth/consent',
	oauthMetadata: '/.well-known/oauth-authorization-server/auth/v1',
	resetPassword: '/reset-password',
	dashboard: '/dashboard',
	/** URL to which the checkout form is posted without JavaScript. */
	startCheckout: '/checkout',
	order: (orderId: string) => `/orders/${orderId}`,
	receiptPdf: (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}/receipt.pdf`,
	paymentSuccess: '/payment-success',
	paymentCanceled: '/payment-canceled',
	enrollmentSuccess: '/success',
	/** Public page that verifies a certificate. */
	certificate: (id: string) => `/certificates/${id}`,
	certificateFile: (id: string) => `/certificates/${id}/credential.json`,
	certificatePdf: (id: string) => `/certificates/${id}/certificate.pdf`,
	certificateStillKnown: (id: string) => `/certificates/${id}/still-known.json`,
	certificateStatusList: (list: number) => `/certificates/status/${list}`,
	issuerDocument: '/.well-known/did.json',
} as const
