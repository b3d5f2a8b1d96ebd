import type { ServiceContext } from '#server/services/context.ts'
import { checkPasswordPolicy } from '#server/services/identity/accounts/check-input.ts'

/** Returns why a new password is refused, in one sentence for its field; null if it is fine. */
export function explainPassword(ctx: ServiceContext, password: string): string | null {
	const check = checkPasswordPolicy(ctx, password)
	if (check.ok) return null
	if (password === '') return 'Enter a password.'
	if (check.problem === 'too-long') return 'Use at most 72 characters.'
	const { minLength, requiredSets } = ctx.config.auth.passwordRule
	if (check.reasons.includes('length')) return `Use at least ${minLength} characters.`
	if (check.reasons.includes('characters')) return `Use at least one character of each: ${requiredSets.join(', ')}.`
	return 'This password is easy to guess. Choose another one.'
}
