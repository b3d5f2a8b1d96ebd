import { z } from 'zod'

import { isHiddenPage, type HiddenPages } from '#domain/site/hidden-pages.ts'

import type { ContentReader } from './content-reader.ts'
import { splitFrontMatter } from './front-matter.ts'
import { parseLocated } from './parse-located.ts'
import { AboutSchema } from './schema/about.ts'
import { BlogSchema } from './schema/article.ts'
import { BrandSchema, HeadingFontSchema, LinkPicturesSchema } from './schema/brand.ts'
import { CareerPathSchema, CareerQuizSchema } from './schema/career-path.ts'
import { CareersSchema } from './schema/careers.ts'
import { ClaimsPageSchema, ClaimsSchema, DisclaimersSchema } from './schema/claim.ts'
import { ContactSchema } from './schema/contact.ts'
import { type Course, CourseSchema } from './schema/course.ts'
import { DocumentSizesSchema } from './schema/document-sizes.ts'
import { DownloadSourceSchema } from './schema/download.ts'
import { StreamsSchema, TrialPageSchema, TrialQuizSchema, TrialTemplateSchema, TrialWorksheetSchema } from './schema/free-trial.ts'
import { FurtherCourseSchema } from './schema/further-course.ts'
import { ActivitySchema, BlogTeasersSchema, HomeSchema, TestimonialsSchema } from './schema/home.ts'
import { HustlerQuizSchema } from './schema/hustler-quiz.ts'
import { LandingSchema } from './schema/landing.ts'
import { LegalWordsSchema } from './schema/legal.ts'
import { LibraryWordsSchema } from './schema/library.ts'
import { LifecycleSchema } from './schema/lifecycle.ts'
import { ModuleSchema } from './schema/module.ts'
import { OffersSchema } from './schema/offers.ts'
import { BankTransferSchema, CheckoutConsentSchema, NotFoundSchema, PaymentPagesSchema } from './schema/payment-pages.ts'
import { PlannerSchema } from './schema/planner.ts'
import { SelectorSchema } from './schema/selector.ts'
import { SellerFileSchema } from './schema/seller.ts'
import { SignupTextsSchema } from './schema/signup.ts'
import { SiteSchema, VisitSourcesSchema } from './schema/site.ts'

export const FURTHER_COURSE_FILE = /^courses\/([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/

export const moduleFile = (id: number) => `course/module-${id}/module.json`

type JsonFile = {
	/** Path below `content`. */
	file: string
	title?: string
	schema: z.ZodType
	/** True to parse the file without filling placeholders. */
	isReadAsWritten?: true
}

export const JSON_FILES = {
	site: { file: 'site.json', title: 'Site name, support address and social networks', schema: SiteSchema },
	brand: { file: 'brand.json', title: 'Brand font and colors', schema: BrandSchema },
	headingFont: { file: 'heading-font.json', title: 'Heading font', schema: HeadingFontSchema },
	blog: { file: 'blog.json', title: 'Blog, free resources and newsletter form', schema: BlogSchema },
	about: { file: 'company/about.json', title: 'About us', schema: AboutSchema },
	bankTransfer: { file: 'company/bank-transfer.json', title: 'Bank account for transfers', schema: BankTransferSchema },
	seller: { file: 'company/seller.json', title: 'Seller, tax and invoice numbers', schema: SellerFileSchema },
	careers: { file: 'company/careers.json', title: 'Careers', schema: CareersSchema },
	claimsPage: { file: 'company/claims.json', title: 'Our claims', schema: ClaimsPageSchema },
	contact: { file: 'company/contact.json', title: 'Contact', schema: ContactSchema },
	legalWords: { file: 'company/legal.json', title: 'Legal pages: headings and buttons', schema: LegalWordsSchema },
	linkPictures: { file: 'link-pictures.json', title: 'Pictures for shared links', schema: LinkPicturesSchema },
	planner: { file: 'planner.json', title: 'Weekly planner', schema: PlannerSchema },
	visitSources: { file: 'visit-sources.json', title: 'Where visitors come from', schema: VisitSourcesSchema },
	lifecycle: { file: 'lifecycle.json', title: 'Automations', schema: LifecycleSchema },
	documentSizes: { file: 'document-sizes.json', schema: DocumentSizesSchema },
	library: { file: 'library.json', title: 'Template library', schema: LibraryWordsSchema },
	// Placeholders stay unfilled, because each offer has its own figures (content/promises/fill-offer.ts).
	offers: { file: 'offers.json', title: 'Offers and prices', schema: OffersSchema, isReadAsWritten: true },
	checkoutConsent: { file: 'checkout-consent.json', title: 'Consent at checkout', schema: CheckoutConsentSchema },
	course: { file: 'course/course.json', title: 'Course settings', schema: CourseSchema },
	trialPage: { file: 'free-trial/page.json', title: 'Free trial: the page', schema: TrialPageSchema },
	trialQuiz: { file: 'free-trial/quiz.json', title: 'Free trial: quiz', schema: TrialQuizSchema },
	trialStreams: { file: 'free-trial/streams.json', title: 'Free trial: income streams', schema: StreamsSchema },
	trialTemplate: { file: 'free-trial/template.json', title: 'Free trial: template', schema: TrialTemplateSchema },
	trialWorksheet: { file: 'free-trial/worksheet.json', title: 'Free trial: worksheet', schema: TrialWorksheetSchema },
	hustlerQuiz: { file: 'quizzes/hustler.json', title: 'Quiz: which side hustle fits', schema: HustlerQuizSchema },
	careerQuiz: { file: 'quizzes/career-path.json', title: 'Career path quiz', schema: CareerQuizSchema },
	careerPath: { file: 'tracks.json', title: 'Career tracks and their lessons', schema: CareerPathSchema },
	selector: { file: 'selector/selector.json', title: 'Income selector', schema: SelectorSchema },
	activity: { file: 'marketing/activity.json', title: 'Home: recent activity', schema: ActivitySchema },
	blogTeasers: { file: 'marketing/blog-teasers.json', title: 'Home: articles', schema: BlogTeasersSchema },
	claims: { file: 'marketing/claims.json', title: 'Figures on your pages', schema: ClaimsSchema },
	disclaimers: { file: 'marketing/disclaimers.json', title: 'Notes on income and samples', schema: DisclaimersSchema },
	home: { file: 'marketing/home.json', title: 'Home', schema: HomeSchema },
	landing: { file: 'marketing/landing.json', title: 'Offer page', schema: LandingSchema },
	notFound: { file: 'marketing/not-found.json', title: 'Page not found', schema: NotFoundSchema },
	paymentPages: { file: 'marketing/payment-pages.json', title: 'After the checkout', schema: PaymentPagesSchema },
	signup: { file: 'marketing/signup.json', title: 'Sign-up', schema: SignupTextsSchema },
	testimonials: { file: 'marketing/testimonials.json', title: 'Testimonials', schema: TestimonialsSchema },
} as const satisfies Record<string, JsonFile>

type Single = { [Name in keyof typeof JSON_FILES]: z.output<(typeof JSON_FILES)[Name]['schema']> }

const WEEK_PAGES = { starter: '/free-trial', 'career-path': '/career-path' } as const

/** Leaves the free trial and the career tracks out of the weeks if their page is turned off, and numbers the others. */
function withoutHiddenWeeks<C extends Pick<Course, 'weeks'>>(course: C, site: HiddenPages): C {
	const weeks = course.weeks.filter(({ module }) => typeof module === 'number' || !isHiddenPage(site, WEEK_PAGES[module]))
	return weeks.length === course.weeks.length ? course : { ...course, weeks: weeks.map((week, index) => ({ ...week, week: index + 1 })) }
}

/** Parses all JSON files of the content except documents. */
export function readJsonFiles({ json, source, list }: ContentReader) {
	const files: [string, JsonFile][] = Object.entries(JSON_FILES)
	const read = ({ file, schema, isReadAsWritten }: JsonFile) => json(file, schema, ...(isReadAsWritten ? [source(file)] : []))
	const whole = Object.fromEntries(files.map(([name, file]) => [name, read(file)])) as Single
	// Undefined if the file is invalid.
	const single = whole.course && whole.site ? { ...whole, course: withoutHiddenWeeks(whole.course, whole.site) } : whole
	const { file: landingFile, schema: landingSchema } = JSON_FILES.landing
	const furtherCourses = list(FURTHER_COURSE_FILE).map((file) => ({
		id: FURTHER_COURSE_FILE.exec(file)?.[1] ?? '',
		file,
		course: json(file, FurtherCourseSchema),
	}))
	return {
		...single,
		landingUnfilled: json(landingFile, landingSchema, source(landingFile)),
		modules: single.course?.modules.map(({ id }) => json(moduleFile(id), ModuleSchema)),
		furtherCourses: furtherCourses.map((each) => ({
			...each,
			pages: each.course?.modules.map(({ id }) => json(moduleFile(id), ModuleSchema)),
		})),
		downloads: list(/^downloads\/[a-z0-9-]+\.json$/).map((file) => json(file, DownloadSourceSchema)),
	}
}
export type JsonFiles = ReturnType<typeof readJsonFiles>

/**
 * Reads figures and names that other texts use. Must run before any text is filled in.
 * @param showsSamples false if this site never shows samples, whatever its operator chose
 */
export function readPromiseSources({ json, source, has, throwIfInvalid }: ContentReader, showsSamples: boolean) {
	const raw = <T>(file: string, schema: z.ZodType<T>) => json(file, schema, source(file))
	const file = raw('offers.json', OffersSchema)
	const claims = raw('marketing/claims.json', ClaimsSchema)
	const blog = raw('blog.json', BlogSchema)
	const [wholeCourse, site] = [raw('course/course.json', CourseSchema), raw('site.json', SiteSchema)]
	throwIfInvalid()
	const course = withoutHiddenWeeks(wholeCourse, site)
	const modules = course.modules.flatMap(({ id }) => (has(moduleFile(id)) ? [raw(moduleFile(id), ModuleSchema)] : []))
	throwIfInvalid()
	const [start] = modules
	const [{ id: section, lessonId } = { id: '', lessonId: null }] = start?.sections ?? []
	const lesson = start && `course/module-${start.id}/lessons/${lessonId ?? section}.md`
	const head = lesson !== undefined && has(lesson) ? splitFrontMatter(source(lesson))?.frontMatter : undefined
	const firstLesson = parseLocated(head ?? '', z.object({ duration: z.string() }))
	const codes = file.discountCodes.map((code) => ({
		code: code.code,
		offerCodes: code.offerCodes,
		appliesTo: code.appliesTo,
		...(code.kind === 'percent' ? { percent: code.percent } : { amountOffCents: code.amountOffCents }),
	}))
	const counts = {
		modules: course.modules.length,
		weeks: course.weeks.length,
		sections: modules.flatMap(({ sections }) => sections).length,
	}
	return {
		offers: file.offers,
		discountCodes: codes,
		claims: claims.claims,
		newsletterRhythm: blog.newsletter.rhythm,
		firstLessonTime: firstLesson.ok ? firstLesson.value.duration : 'a few minutes',
		counts,
		showsSamples: showsSamples && site.hideSamples !== true,
	}
}
