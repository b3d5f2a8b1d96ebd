import roadmapJson from './downloads/career-roadmap-template.json' with { type: 'json' }
import conversationGuideJson from './downloads/customer-conversation-guide.json' with { type: 'json' }
import scorecardJson from './downloads/go-change-stop-scorecard.json' with { type: 'json' }
import notebookJson from './downloads/market-research-notebook.json' with { type: 'json' }
import overviewJson from './downloads/module-1-overview.json' with { type: 'json' }
import worksheetJson from './downloads/skills-inventory-worksheet.json' with { type: 'json' }
import starCardsJson from './downloads/star-story-cards.json' with { type: 'json' }
import actionPlanJson from './downloads/thirty-day-action-plan.json' with { type: 'json' }
/**
 * Content that any visitor may read, validated when this module loads. For route loaders and services;
 * the `.server` suffix keeps it and Zod out of the browser bundle. No types of Node here, so both type
 * environments accept it. Lesson bodies and quiz keys come from lessons.server.ts.
 */
import { readCourseJson } from './files/course-folder.server.ts'
import activityJson from './marketing/activity.json' with { type: 'json' }
import blogTeasersJson from './marketing/blog-teasers.json' with { type: 'json' }
import claimsJson from './marketing/claims.json' with { type: 'json' }
import disclaimersJson from './marketing/disclaimers.json' with { type: 'json' }
import homeJson from './marketing/home.json' with { type: 'json' }
import landingJson from './marketing/landing.json' with { type: 'json' }
import notFoundJson from './marketing/not-found.json' with { type: 'json' }
import paymentPagesJson from './marketing/payment-pages.json' with { type: 'json' }
import signupJson from './marketing/signup.json' with { type: 'json' }
import testimonialsJson from './marketing/testimonials.json' with { type: 'json' }
import { offers } from './offers.server.ts'
import { fillOffer } from './promises/fill-offer.ts'
import { isShown } from './promises/site-mode.ts'
import hustlerQuizJson from './quizzes/hustler.json' with { type: 'json' }
import { renderDownload } from './render-download.ts'
import { ClaimsSchema, DisclaimersSchema } from './schema/claim.ts'
import type { Claim, Figure } from './schema/claim.ts'
import { CourseSchema } from './schema/course.ts'
import { DownloadSourceSchema } from './schema/download.ts'
import type { Download } from './schema/download.ts'
import { ActivitySchema, BlogTeasersSchema, HomeSchema, TestimonialsSchema } from './schema/home.ts'
import { HustlerQuizSchema } from './schema/hustler-quiz.ts'
import { type Landing, LandingSchema } from './schema/landing.ts'
import { ModuleSchema } from './schema/module.ts'
import type { ModuleSource } from './schema/module.ts'
import type { Offer } from './schema/offers.ts'
import { NotFoundSchema, PaymentPagesSchema } from './schema/payment-pages.ts'
import { SelectorSchema } from './schema/selector.ts'
import { SignupSchema } from './schema/signup.ts'
import selectorJson from './selector/selector.json' with { type: 'json' }

export const course = CourseSchema.parse(readCourseJson('course.json'))
export const hustlerQuiz = HustlerQuizSchema.parse(hustlerQuizJson)
export const selector = SelectorSchema.parse(selectorJson)
export const home = HomeSchema.parse(homeJson)
export const landing = LandingSchema.parse(landingJson)
export const signup = SignupSchema.parse(signupJson)
export const paymentPages = PaymentPagesSchema.parse(paymentPagesJson)
export const notFound = NotFoundSchema.parse(notFoundJson)
export const disclaimers = DisclaimersSchema.parse(disclaimersJson)
const withoutEvidence = <T extends { source: string; date: string }>({ source: _, date: __, ...shown }: T) => shown
const allTestimonials = TestimonialsSchema.parse(testimonialsJson).testimonials.map(withoutEvidence)
export const testimonials = allTestimonials.filter(isShown)
export const activity = ActivitySchema.parse(activityJson).items.filter(isShown).map(withoutEvidence)
export const blogTeasers = BlogTeasersSchema.parse(blogTeasersJson).teasers
export const claims = ClaimsSchema.parse(claimsJson).claims

const downloads = [
	roadmapJson,
	worksheetJson,
	actionPlanJson,
	overviewJson,
	starCardsJson,
	notebookJson,
	conversationGuideJson,
	scorecardJson,
].map((source) => renderDownload(DownloadSourceSchema.parse(source)))

/** The first offer of the file, which all pages but those of further offers show. */
export const lifetimeOffer: Offer = pick(offers, () => true, 'offer')

/** The words of the page of an offer, with its own price and code. */
export const landingOf = ({ code }: Offer): Landing => (code === lifetimeOffer.code ? landing : fillOffer(landingJson as Landing, code))

/** In production without sample figures. */
export const shownClaims = (list: readonly Claim[]): Claim[] => list.filter(({ basis }) => isShown({ sample: basis === 'sample' }))

/** Figures in the order a page names them, without those that are not shown. Throws at build when an id is unknown. */
export const claimsById = (ids: readonly string[]): Figure[] =>
	shownClaims(ids.map((id) => pick(claims, (claim) => claim.id === id, `claim ${id}`))).map(
		({ id, value, label, isIncome, basis }): Figure => ({ id, value, label, isIncome, basis }),
	)

/** Testimonials by id, for the landing page, without those that are not shown. Throws at build when an id is unknown. */
export const testimonialsById = (ids: readonly string[]) =>
	ids.map((id) => pick(allTestimonials, (item) => item.id === id, `testimonial ${id}`)).filter(isShown)

/** A locally generated file with its text. Throws at build when the id is unknown. */
export const downloadById = (id: string): Download => pick(downloads, (download) => download.id === id, `download ${id}`)

/** Page content of the modules in the order of course.json (sections, roadmap, completion words). Without their texts, and without knowing which lessons there are. */
export const modulePages: readonly ModuleSource[] = course.modules.map(({ id }) => {
	const file = `module-${id}/module.json`
	const page = ModuleSchema.parse(readCourseJson(file))
	if (page.id !== id) throw new Error(`content/course/${file} calls itself module ${page.id}`)
	return page
})

/** Page content of one course module. Throws at build when there is no such module. */
export const modulePage = (moduleId: number): ModuleSource => pick(modulePages, ({ id }) => id === moduleId, `module ${moduleId}`)

function pick<T>(items: readonly T[], matches: (item: T) => boolean, wanted: string): T {
	const found = items.find(matches)
	if (found === undefined) throw new Error(`Content names an unknown ${wanted}`)
	return found
}
