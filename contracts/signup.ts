import { z } from 'zod'

import { NAME_TOO_LONG, SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

import { EmailFieldSchema, HoneypotSchema } from './leads.ts'

/** Form fields of `/signup` without JavaScript. */
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
 * Form fields of `/login`, `/reset-password` and `/privacy-request` without JavaScript: only the address counts, a password is not read.
 */
export const LoginFormSchema = z.object({ email: EmailFieldSchema, website: HoneypotSchema })
