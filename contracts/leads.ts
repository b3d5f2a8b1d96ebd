import { z } from 'zod'

import { isEmailAddress, NOT_AN_ADDRESS } from '#domain/email/email-address.ts'
import { MAX_LESSON_HOME } from '#domain/gating/check-module-access.ts'
import { TRIAL_TYPES } from '#domain/quiz/trial-quiz.ts'

export const SUGGESTION_MAX_LENGTH = 1000

/** Typed text: line breaks and tabs, no other control character. PostgreSQL refuses a NUL. */
const TYPED_TEXT = /^(?:[\n\r\t]|\P{Cc})*$/u

/** A field that people do not see. A sender that fills it in is a program: the answer looks the same and nothing is stored. */
export const HoneypotSchema = z.string().max(200).optional()

/** One bare address, as forms accept it. */
export const EmailFieldSchema = z.string(NOT_AN_ADDRESS).trim().refine(isEmailAddress, NOT_AN_ADDRESS)

/** Body of `POST /api/leads/early-access`. */
export const EarlyAccessRequestSchema = z.strictObject({
	email: EmailFieldSchema,
	/** The module that the visitor waits for. */
	moduleId: z.int().min(1).max(MAX_LESSON_HOME).default(2),
	website: HoneypotSchema,
})
export type EarlyAccessRequest = z.input<typeof EarlyAccessRequestSchema>

/** Body of `POST /api/leads/action-plan`: the plan of a personality type, by email, once. */
export const ActionPlanRequestSchema = z.strictObject({
	email: EmailFieldSchema,
	type: z.enum(TRIAL_TYPES),
	/** The visitor ticked that they agree to this one mail. */
	agrees: z.literal(true, 'Please check the box'),
	website: HoneypotSchema,
})
export type ActionPlanRequest = z.input<typeof ActionPlanRequestSchema>

/** Body of `POST /api/leads/feedback`. */
export const FeedbackRequestSchema = z.strictObject({
	/** Made by the browser, once per form: a repeated call is the same feedback. */
	feedbackId: z.uuid().optional(),
	helpful: z.boolean('Please choose yes or no'),
	suggestion: z
		.string()
		.trim()
		.max(SUGGESTION_MAX_LENGTH, `Suggestion must be at most ${SUGGESTION_MAX_LENGTH} characters`)
		.regex(TYPED_TEXT, 'Please use plain text')
		.optional(),
	moduleId: z.int().min(1).max(MAX_LESSON_HOME).default(1),
	website: HoneypotSchema,
})
export type FeedbackRequest = z.input<typeof FeedbackRequestSchema>
