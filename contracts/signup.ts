import { z } from 'zod'

import { NAME_TOO_LONG, SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import { EmailFieldSchema, HoneypotSchema } from './leads.ts'

/** Fields of the `/signup` form without JavaScript. */
export const SignupFormSchema = z.strictObject({
	name: z
		.string()
		.trim()
		.min(1, 'Name is required')
		.max(SIGNUP_NAME_MAX_LENGTH, NAME_TOO_LONG)
		.regex(/^\P{Cc}*$/u, 'Please use plain text'),
	email: EmailFieldSchema,
	website: HoneypotSchema,
})

/**
 * Fields of the `/login`, `/reset-password` and `/privacy-request` forms without JavaScript. Only the email is used; a password
 * is ignored.
 */
export const LoginFormSchema = z.object({ email: EmailFieldSchema, website: HoneypotSchema })
