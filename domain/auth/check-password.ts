import { utf8Length } from '#domain/json/utf8-length.ts'

export const MAX_PASSWORD_BYTES = 72

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'
export type PasswordRule = {
	/** Minimum length in code points. */
	minLength: number
	/** Sets of characters. A password needs at least one character of each. */
	requiredSets: readonly string[]
	isCommon: (password: string) => boolean
}
export type PasswordCheck =
	| { ok: true }
	| { ok: false; problem: 'too-long' }
	| { ok: false; problem: 'weak'; reasons: readonly WeakPasswordReason[]; message: string }

/**
 * Checks a password. The maximum length is in bytes, and longer passwords are refused, not truncated. By default, all characters are
 * allowed.
 */
export function checkPassword(password: string, rule: PasswordRule): PasswordCheck {
	if (utf8Length(password) > MAX_PASSWORD_BYTES) return { ok: false, problem: 'too-long' }
	const { minLength, requiredSets } = rule
	const isShort = [...password].length < minLength
	const isCommon = rule.isCommon(password)
	const lacks = requiredSets.some((set) => ![...set].some((character) => password.includes(character)))
	if (!isShort && !isCommon && !lacks) return { ok: true }

	const tooShort = `Password should be at least ${minLength} characters.`
	const tooCommon = 'Password is known to be weak and easy to guess, please choose a different one.'
	const tooPlain = `Password should contain at least one character of each: ${requiredSets.join(', ')}.`
	return {
		ok: false,
		problem: 'weak',
		reasons: [
			...(isShort ? (['length'] as const) : []),
			...(lacks ? (['characters'] as const) : []),
			...(isCommon ? (['pwned'] as const) : []),
		],
		message: [isShort ? tooShort : '', lacks ? tooPlain : '', isCommon ? tooCommon : ''].filter(Boolean).join(' '),
	}
}
