import type { z } from 'zod'

import { CAREER_PATH_ID } from '#domain/gating/check-lesson-access.ts'

import { findUnshown } from './find-unshown.ts'
import { checkHeadingFont } from './heading-font.ts'
import { parseArticle } from './parse-article.ts'
import { parseLibraryDocument } from './parse-document.ts'
import { parseLegal } from './parse-legal.ts'
import { type LessonParse, parseLesson } from './parse-lesson.ts'
import { parseLocated } from './parse-located.ts'
import type { ContentIssue } from './parse-located.ts'
import { AboutSchema } from './schema/about.ts'
import { BlogSchema } from './schema/article.ts'
import { BankTransferSchema } from './schema/bank-transfer.ts'
import { BrandSchema } from './schema/brand.ts'
import { CareerPathSchema, CareerQuizSchema } from './schema/career-path.ts'
import { CareersSchema } from './schema/careers.ts'
import { CheckoutConsentSchema } from './schema/checkout-consent.ts'
import { ClaimsSchema, DisclaimersSchema } from './schema/claim.ts'
import { ClaimsPageSchema } from './schema/claims-page.ts'
import { ContactSchema } from './schema/contact.ts'
import { CourseSchema } from './schema/course.ts'
import { DocumentSizesSchema } from './schema/document-sizes.ts'
import { SheetDocumentSchema } from './schema/document.ts'
import { DownloadSourceSchema } from './schema/download.ts'
import { StreamsSchema, TrialPageSchema, TrialQuizSchema, TrialTemplateSchema, TrialWorksheetSchema } from './schema/free-trial.ts'
import { HEADING_FONT_FILE, HeadingFontSchema } from './schema/heading-font.ts'
import { ActivitySchema, BlogTeasersSchema, HomeSchema, TestimonialsSchema } from './schema/home.ts'
import { HustlerQuizSchema } from './schema/hustler-quiz.ts'
import { LandingSchema } from './schema/landing.ts'
import { LegalWordsSchema } from './schema/legal.ts'
import { LibraryWordsSchema } from './schema/library.ts'
import { LifecycleSchema } from './schema/lifecycle.ts'
import { LinkPicturesSchema } from './schema/link-pictures.ts'
import { checkLogo, LOGO_FILE } from './schema/logo.ts'
import { ModuleSchema } from './schema/module.ts'
import { OffersSchema } from './schema/offers.ts'
import { NotFoundSchema, PaymentPagesSchema } from './schema/payment-pages.ts'
import { PlannerSchema } from './schema/planner.ts'
import { SelectorSchema } from './schema/selector.ts'
import { SellerFileSchema } from './schema/seller.ts'
import { SignupSchema } from './schema/signup.ts'
import { SiteSchema } from './schema/site.ts'
import { VisitSourcesSchema } from './schema/visit-sources.ts'

export const MODULE_FILE = /^course\/module-([1-9]\d?)\/module\.json$/

/** Which schema reads which file, and what people call it; a content file that none of them claims is an error. */
const SCHEMAS: readonly { file: RegExp; title?: string; schema: z.ZodType }[] = [
	{ file: /^site\.json$/, title: 'Site name, support address and social networks', schema: SiteSchema },
	{ file: /^brand\.json$/, title: 'Font and colors of the brand', schema: BrandSchema },
	{ file: /^heading-font\.json$/, title: 'Font of headings', schema: HeadingFontSchema },
	{ file: /^blog\.json$/, title: 'Blog, newsletter and free resources: words around the articles', schema: BlogSchema },
	{ file: /^company\/about\.json$/, title: 'About us', schema: AboutSchema },
	{ file: /^company\/bank-transfer\.json$/, title: 'Bank account for transfers', schema: BankTransferSchema },
	{ file: /^company\/seller\.json$/, title: 'Seller, tax and numbers of invoices', schema: SellerFileSchema },
	{ file: /^company\/careers\.json$/, title: 'Careers', schema: CareersSchema },
	{ file: /^company\/claims\.json$/, title: 'What we claim: words of the page', schema: ClaimsPageSchema },
	{ file: /^company\/contact\.json$/, title: 'Contact', schema: ContactSchema },
	{ file: /^company\/legal\.json$/, title: 'Words around the legal texts', schema: LegalWordsSchema },
	{ file: /^link-pictures\.json$/, title: 'Pictures of links to pages', schema: LinkPicturesSchema },
	{ file: /^planner\.json$/, title: 'Weekly planner', schema: PlannerSchema },
	{ file: /^visit-sources\.json$/, title: 'Where visitors come from', schema: VisitSourcesSchema },
	{ file: /^lifecycle\.json$/, title: 'Automations', schema: LifecycleSchema },
	{ file: /^document-sizes\.json$/, schema: DocumentSizesSchema },
	{ file: /^library\.json$/, title: 'Library of templates', schema: LibraryWordsSchema },
	{ file: /^offers\.json$/, title: 'Offers, prices and discount codes', schema: OffersSchema },
	{ file: /^checkout-consent\.json$/, title: 'What a buyer agrees to', schema: CheckoutConsentSchema },
	{ file: /^course\/course\.json$/, title: 'The course: its modules and weeks', schema: CourseSchema },
	{ file: MODULE_FILE, title: 'The module: its sections, goals and words', schema: ModuleSchema },
	{ file: /^documents\/[a-z0-9-]+\.json$/, schema: SheetDocumentSchema },
	{ file: /^downloads\/[a-z0-9-]+\.json$/, schema: DownloadSourceSchema },
	{ file: /^free-trial\/page\.json$/, title: 'Free trial: the page', schema: TrialPageSchema },
	{ file: /^free-trial\/quiz\.json$/, title: 'Free trial: quiz', schema: TrialQuizSchema },
	{ file: /^free-trial\/streams\.json$/, title: 'Free trial: income streams', schema: StreamsSchema },
	{ file: /^free-trial\/template\.json$/, title: 'Free trial: template', schema: TrialTemplateSchema },
	{ file: /^free-trial\/worksheet\.json$/, title: 'Free trial: worksheet', schema: TrialWorksheetSchema },
	{ file: /^quizzes\/hustler\.json$/, title: 'Hustler quiz', schema: HustlerQuizSchema },
	{ file: /^quizzes\/career-path\.json$/, title: 'Career path quiz', schema: CareerQuizSchema },
	{ file: /^tracks\.json$/, title: 'Career tracks and their lessons', schema: CareerPathSchema },
	{ file: /^selector\/selector\.json$/, title: 'Income selector', schema: SelectorSchema },
	{ file: /^marketing\/activity\.json$/, title: 'Home: recent activity', schema: ActivitySchema },
	{ file: /^marketing\/blog-teasers\.json$/, title: 'Home: articles', schema: BlogTeasersSchema },
	{ file: /^marketing\/claims\.json$/, title: 'Figures and claims', schema: ClaimsSchema },
	{ file: /^marketing\/disclaimers\.json$/, title: 'Notes on income and samples', schema: DisclaimersSchema },
	{ file: /^marketing\/home\.json$/, title: 'Home', schema: HomeSchema },
	{ file: /^marketing\/landing\.json$/, title: 'Page of the offer', schema: LandingSchema },
	{ file: /^marketing\/not-found\.json$/, title: 'Page not found', schema: NotFoundSchema },
	{ file: /^marketing\/payment-pages\.json$/, title: 'After the checkout', schema: PaymentPagesSchema },
	{ file: /^marketing\/signup\.json$/, title: 'Sign-up', schema: SignupSchema },
	{ file: /^marketing\/testimonials\.json$/, title: 'Testimonials', schema: TestimonialsSchema },
]

const DOCUMENT_FILE = /^documents\/([^/]+\.(?:md|json))$/
const LEGAL_FILE = /^legal\/[a-z-]+\.md$/
/** Lessons of the career tracks. */
const TRACK_FILE = /^tracks\/([a-z-]+)\/([a-z0-9-]+)\.md$/
export const LESSON_FILE = /^course\/module-([1-9]\d?)\/lessons\/([a-z0-9-]+)\.md$/
export const ARTICLE_FILE = /^articles\/([a-z0-9-]+)\.md$/

const findEntry = (file: string) => SCHEMAS.find((candidate) => candidate.file.test(file))

/** The schema of a JSON file, or null for another. @param file its path below `content` */
export const findSchema = (file: string): z.ZodType | null => findEntry(file)?.schema ?? null

/** What people call a file that has no title in itself. */
export const findTitle = (file: string): string | null => (file === LOGO_FILE ? 'Logo' : (findEntry(file)?.title ?? null))

/** A lesson of the course or of a career track; null for another file. @param file its path below `content` */
export function parseAnyLesson(file: string, source: string): LessonParse | null {
	const inCourse = LESSON_FILE.exec(file)
	if (inCourse) return parseLesson(source, { moduleId: Number(inCourse[1]), id: inCourse[2] ?? '' })
	const inTrack = TRACK_FILE.exec(file)
	return inTrack && parseLesson(source, { moduleId: CAREER_PATH_ID, id: inTrack[2] ?? '' })
}

/** What is wrong with a file as such; what it names elsewhere is for content/check/check-sources.ts. @param file its path below `content` */
export function checkFile(file: string, source: string): ContentIssue[] {
	if (file === LOGO_FILE) return checkLogo(source)
	if (file === HEADING_FONT_FILE) return checkHeadingFont(source)
	const lesson = parseAnyLesson(file, source)
	if (lesson) return [...(lesson.ok ? [] : lesson.issues), ...findUnshown(source)]
	const article = ARTICLE_FILE.exec(file)
	if (article) {
		const parsed = parseArticle(source, article[1] ?? '')
		return [...(parsed.ok ? [] : parsed.issues), ...findUnshown(source)]
	}

	const document = DOCUMENT_FILE.exec(file)
	if (document) {
		const parsed = parseLibraryDocument(document[1] ?? '', source)
		return parsed.ok ? [] : parsed.issues
	}

	if (LEGAL_FILE.test(file)) {
		const parsed = parseLegal(source)
		return [...(parsed.ok ? [] : parsed.issues), ...findUnshown(source)]
	}

	const schema = findSchema(file)
	if (!schema) return [{ line: 1, message: 'no schema knows this file; add it to content/check-file.ts' }]
	if (file.endsWith('.json') && !isJson(source)) return [{ line: 1, message: 'is not valid JSON' }, ...issuesOf(source, schema)]
	return issuesOf(source, schema)
}

function issuesOf(source: string, schema: z.ZodType): ContentIssue[] {
	const parsed = parseLocated(source, schema)
	return parsed.ok ? [] : parsed.issues
}

export function isJson(source: string): boolean {
	try {
		JSON.parse(source)
		return true
	} catch {
		return false
	}
}
