import type { z } from 'zod'

import type { ContentReader } from './content-reader.ts'
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
import { DownloadSourceSchema } from './schema/download.ts'
import { StreamsSchema, TrialPageSchema, TrialQuizSchema, TrialTemplateSchema, TrialWorksheetSchema } from './schema/free-trial.ts'
import { HeadingFontSchema } from './schema/heading-font.ts'
import { ActivitySchema, BlogTeasersSchema, HomeSchema, TestimonialsSchema } from './schema/home.ts'
import { HustlerQuizSchema } from './schema/hustler-quiz.ts'
import { LandingSchema } from './schema/landing.ts'
import { LegalWordsSchema } from './schema/legal.ts'
import { LibraryWordsSchema } from './schema/library.ts'
import { LifecycleSchema } from './schema/lifecycle.ts'
import { LinkPicturesSchema } from './schema/link-pictures.ts'
import { ModuleSchema } from './schema/module.ts'
import { OffersSchema } from './schema/offers.ts'
import { NotFoundSchema, PaymentPagesSchema } from './schema/payment-pages.ts'
import { PlannerSchema } from './schema/planner.ts'
import { SelectorSchema } from './schema/selector.ts'
import { SellerFileSchema } from './schema/seller.ts'
import { SignupSchema } from './schema/signup.ts'
import { SiteSchema } from './schema/site.ts'
import { VisitSourcesSchema } from './schema/visit-sources.ts'

export const moduleFile = (id: number) => `course/module-${id}/module.json`

/** Every JSON file of the content but documents, parsed. */
export function readJsonFiles({ json, source, list }: ContentReader) {
	const course = json('course/course.json', CourseSchema)
	return {
		// Each offer says its own figures (promises/fill-offer.ts).
		offers: json('offers.json', OffersSchema, source('offers.json')),
		landingUnfilled: json('marketing/landing.json', LandingSchema, source('marketing/landing.json')),
		site: json('site.json', SiteSchema),
		brand: json('brand.json', BrandSchema),
		headingFont: json('heading-font.json', HeadingFontSchema),
		blog: json('blog.json', BlogSchema),
		about: json('company/about.json', AboutSchema),
		bankTransfer: json('company/bank-transfer.json', BankTransferSchema),
		seller: json('company/seller.json', SellerFileSchema),
		careers: json('company/careers.json', CareersSchema),
		claimsPage: json('company/claims.json', ClaimsPageSchema),
		contact: json('company/contact.json', ContactSchema),
		legalWords: json('company/legal.json', LegalWordsSchema),
		linkPictures: json('link-pictures.json', LinkPicturesSchema),
		planner: json('planner.json', PlannerSchema),
		visitSources: json('visit-sources.json', VisitSourcesSchema),
		lifecycle: json('lifecycle.json', LifecycleSchema),
		documentSizes: json('document-sizes.json', DocumentSizesSchema),
		library: json('library.json', LibraryWordsSchema),
		checkoutConsent: json('checkout-consent.json', CheckoutConsentSchema),
		course,
		modules: course?.modules.map(({ id }) => json(moduleFile(id), ModuleSchema)),
		downloads: list(/^downloads\/[a-z0-9-]+\.json$/).map((file) => json(file, DownloadSourceSchema)),
		trial: {
			page: json('free-trial/page.json', TrialPageSchema),
			quiz: json('free-trial/quiz.json', TrialQuizSchema),
			streams: json('free-trial/streams.json', StreamsSchema),
			template: json('free-trial/template.json', TrialTemplateSchema),
			worksheet: json('free-trial/worksheet.json', TrialWorksheetSchema),
		},
		hustlerQuiz: json('quizzes/hustler.json', HustlerQuizSchema),
		careerQuiz: json('quizzes/career-path.json', CareerQuizSchema),
		careerPath: json('tracks.json', CareerPathSchema),
		selector: json('selector/selector.json', SelectorSchema),
		activity: json('marketing/activity.json', ActivitySchema),
		blogTeasers: json('marketing/blog-teasers.json', BlogTeasersSchema),
		claims: json('marketing/claims.json', ClaimsSchema),
		disclaimers: json('marketing/disclaimers.json', DisclaimersSchema),
		home: json('marketing/home.json', HomeSchema),
		landing: json('marketing/landing.json', LandingSchema),
		notFound: json('marketing/not-found.json', NotFoundSchema),
		paymentPages: json('marketing/payment-pages.json', PaymentPagesSchema),
		signup: json('marketing/signup.json', SignupSchema),
		testimonials: json('marketing/testimonials.json', TestimonialsSchema),
	}
}
export type JsonFiles = ReturnType<typeof readJsonFiles>

/** What texts count and name before any text is filled. */
export function readPromiseSources({ json, source, has, requireSound }: ContentReader, showsSamples: boolean) {
	const raw = <T>(file: string, schema: z.ZodType<T>) => json(file, schema, source(file))
	const file = raw('offers.json', OffersSchema)
	const claims = raw('marketing/claims.json', ClaimsSchema)
	const blog = raw('blog.json', BlogSchema)
	const course = raw('course/course.json', CourseSchema)
	requireSound()
	const modules = course.modules.flatMap(({ id }) => (has(moduleFile(id)) ? [raw(moduleFile(id), ModuleSchema)] : []))
	requireSound()
	const codes = file.discountCodes.map((code) => ({
		code: code.code,
		offerCodes: code.offerCodes,
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
		counts,
		showsSamples,
	}
}
