import { z } from 'zod'

import {
	BlurbSchema,
	ClaimIdSchema,
	EyebrowSchema,
	LinkSchema,
	QuestionAnswerSchema,
	TestimonialIdSchema,
	TextSchema,
} from './primitives.ts'

const ProgramModuleSchema = z.strictObject({ title: TextSchema, status: z.enum(['Active Now', 'Early Access', 'Coming Soon']) })

/** content/marketing/landing.json: texts of /digital-income-mastery. */
export const LandingSchema = z.strictObject({
	hero: z.strictObject({
		eyebrow: EyebrowSchema,
		title: TextSchema.meta({ title: 'Headline' }),
		subtitle: TextSchema,
		trialButton: LinkSchema,
		purchaseLabel: TextSchema,
		claimIds: z.array(ClaimIdSchema),
	}),
	whatYouGet: z.strictObject({ title: TextSchema, items: z.array(TextSchema).length(4) }),
	upgradeCard: z.strictObject({ title: TextSchema, text: TextSchema, purchaseLabel: TextSchema, busyLabel: TextSchema }),
	benefits: z.strictObject({ title: TextSchema, intro: TextSchema, items: z.array(BlurbSchema).min(4) }),
	coursePreview: z.strictObject({
		title: TextSchema,
		intro: TextSchema,
		weekLabel: TextSchema,
		moduleLabel: TextSchema,
		moduleNames: z.strictObject({ starter: TextSchema, 'career-path': TextSchema }),
	}),
	freeTrial: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		includes: z.array(TextSchema).min(3).meta({ entry: 'item' }),
		button: LinkSchema,
	}),
	testimonials: z.strictObject({
		title: TextSchema,
		intro: TextSchema,
		ids: z.array(TestimonialIdSchema).min(1).meta({ title: 'Shown testimonials', entry: 'testimonial' }),
	}),
	pricing: z.strictObject({
		title: TextSchema,
		intro: TextSchema,
		purchaseLabel: TextSchema,
		busyLabel: TextSchema,
		oneTimeLabel: TextSchema,
		regularPriceLabel: TextSchema,
		guaranteeTitle: TextSchema,
		guaranteeText: TextSchema,
		// Empty if there is no discount code (content/promises/promises.ts).
		discountCode: z.string(),
		discountNotice: z.string(),
		couponFieldLabel: TextSchema,
		signupLink: LinkSchema,
		careerProgram: z.strictObject({
			title: TextSchema,
			text: TextSchema,
			modules: z.array(ProgramModuleSchema).length(4),
			button: LinkSchema,
		}),
	}),
	questions: z.strictObject({ title: TextSchema, items: z.array(QuestionAnswerSchema).min(3) }).meta({ title: 'Questions and answers' }),
	floatingButton: LinkSchema,
	optIn: z.strictObject({
		title: TextSchema,
		text: TextSchema,
		firstNameLabel: TextSchema,
		emailLabel: TextSchema,
		missingFirstName: TextSchema,
		invalidEmail: TextSchema,
		submitLabel: TextSchema,
		busyLabel: TextSchema,
		closeLabel: TextSchema,
		privacyNote: TextSchema,
		successTitle: TextSchema,
		/** `{email}`: the entered address. */
		successText: TextSchema,
	}),
})
export type Landing = z.infer<typeof LandingSchema>
