import type { ContactCategory } from '#domain/support/categories.ts'

import type { NewsletterStep } from './newsletter-steps.ts'
import type { PledgeStep } from './pledge-steps.ts'
import type { ApplicationStep, ContactStep } from './support-steps.ts'

/** Every URL of the product that a link, a redirect or a test names. */
export const paths = {
	home: '/',
	modules: '/modules',
	/** Leads to the next section. */
	continueLearning: '/continue',
	/** The learner's own notes on sections. */
	notes: '/notes',
	/** The learner's planned evenings and their outcome. */
	pledge: '/pledge',
	pledgeStep: (step: PledgeStep) => `/pledge/${step}`,
	/** Calendar feed of the planned evenings; the token is the only key. */
	calendar: (token: string) => `/calendar/${token}.ics`,
	/** Due recall questions and retention. */
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
	/** A free document; its address stays. */
	document: (slug: string, format: string) => `/documents/${slug}.${format}`,
	/** Its first page, empty. */
	documentPicture: (slug: string) => `/previews/${slug}.svg`,
	/** A paid one; needs the signed `?link=` of POST /api/downloads. */
	paidDocument: (slug: string, format: string) => `/downloads/${slug}.${format}`,
	weeklyPlanner: '/weekly-planner',
	incomeSelector: '/income-selector',
	/** The selector with answers as domain/selector/pack-answers.ts packs them. */
	sharedSelection: (packed: string) => `/income-selector?answers=${packed}`,
	careerPath: '/career-path',
	careerTrack: (trackId: string) => `/career-path/${trackId}`,
	careerLesson: (trackId: string, lessonId: string) => `/career-path/${trackId}/${lessonId}`,
	about: '/about',
	/** Meaning of each figure and claim of the site. */
	claims: '/claims',
	careers: '/careers',
	careersStep: (step: ApplicationStep) => `/careers/${step}`,
	contact: '/contact',
	/** Contact form for a topic. */
	contactAbout: (category: ContactCategory) => `/contact?about=${category}`,
	contactStep: (step: ContactStep) => `/contact/${step}`,
	privacyPolicy: '/privacy-policy',
	terms: '/terms',
	/** A copy of the data, or its deletion, for people without an account. */
	privacyRequest: '/privacy-request',
	/** Consent of a parent or guardian. */
	under18: '/terms#if-you-are-under-18',
	cookiePolicy: '/cookie-policy',
	/** Redirects to the cookie policy. */
	cookies: '/cookies',
	login: '/login',
	authCallback: '/auth/callback',
	/** An application asks a learner for access. */
	oauthConsent: '/oauth/consent',
	oauthMetadata: '/.well-known/oauth-authorization-server/auth/v1',
	resetPassword: '/reset-password',
	dashboard: '/dashboard',
	/** Receives the form that starts a checkout without JavaScript. */
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
