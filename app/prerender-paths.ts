import { ARTICLE_SLUGS } from '#contracts/article-slugs.ts'
import { NEWSLETTER_STEPS } from '#contracts/newsletter-steps.ts'
import { paths } from '#contracts/paths.ts'
import { APPLICATION_STEPS, CONTACT_STEPS } from '#contracts/support-steps.ts'
import { MODULE_IDS } from '#domain/gating/check-module-access.ts'
import { TRACK_IDS } from '#domain/quiz/career-path-quiz.ts'

/** Pages that exist as HTML files in the build. All other paths answer 404, except the app paths of contracts/app-paths.ts. */
export const prerenderPaths: readonly string[] = [
	paths.home,
	paths.freeTrial,
	paths.hustlerQuiz,
	paths.signup,
	paths.offer,
	paths.paymentSuccess,
	paths.paymentCanceled,
	paths.enrollmentSuccess,
	paths.modules,
	paths.continueLearning,
	paths.notes,
	...MODULE_IDS.map(paths.courseModule),
	paths.dashboard,
	paths.settings,
	paths.login,
	paths.resetPassword,
	paths.weeklyPlanner,
	paths.blog,
	...ARTICLE_SLUGS.map(paths.article),
	paths.freeResources,
	paths.templates,
	paths.contact,
	...CONTACT_STEPS.map(paths.contactStep),
	paths.about,
	paths.claims,
	paths.careers,
	...APPLICATION_STEPS.map(paths.careersStep),
	paths.privacyPolicy,
	paths.privacyRequest,
	paths.terms,
	paths.cookiePolicy,
	...NEWSLETTER_STEPS.map(paths.newsletterStep),
	paths.incomeSelector,
	paths.careerPath,
	...TRACK_IDS.map(paths.careerTrack),
	paths.unsubscribe,
	paths.unsubscribed,
]
