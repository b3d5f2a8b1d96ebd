import { isCommonPassword } from './common-passwords.ts'
import { utf8Length } from './utf8-length.ts'

export const MAX_PASSWORD_BYTES = 72

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'
export type PasswordCheck =
	| { ok: true }
	| { ok: false; problem: 'too-long' }
	| { ok: false; problem: 'weak'; reasons: readonly WeakPasswordReason[]; message: string }

/**
 * Whether a password may be chosen (AUTH_WIRE §5.1, §9): length in code points, never cut, no rules about characters,
 * not among the passwords everybody tries first.
 */
export function checkPassword(password: string, minLength: number): PasswordCheck {
	if (utf8Length(password) > MAX_PASSWORD_BYTES) return { ok: false, problem: 'too-long' }
	const isShort = [...password].length < minLength
	const isCommon = isCommonPassword(password)
	if (!isShort && !isCommon) return { ok: true }

	const tooShort = `Password should be at least ${minLength} characters.`
	const tooCommon = 'Password is known to be weak and easy to guess, please choose a different one.'
	return {
		ok: false,
		problem: 'weak',
		reasons: [...(isShort ? (['length'] as const) : []), ...(isCommon ? (['pwned'] as const) : [])],
		message: [isShort ? tooShort : '', isCommon ? tooCommon : ''].filter(Boolean).join(' '),
	}
}
