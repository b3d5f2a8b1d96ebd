import { z } from 'zod'

/** Sets of characters between colons; `\\:` is a colon of a set, as GoTrue writes them. */
const characterSets = z.string().transform((text) =>
	text
		.split(/(?<!\\):/)
		.map((set) => set.replaceAll('\\:', ':'))
		.filter((set) => set !== ''),
)

/** What a password has to be: GoTrue's own names (AUTH_WIRE §9). */
export const passwordVariables = {
	GOTRUE_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(8),
	GOTRUE_PASSWORD_REQUIRED_CHARACTERS: characterSets.prefault(''),
}

const Variables = z.object(passwordVariables)

export const toPasswordConfig = (env: z.output<typeof Variables>) => ({
	passwordRule: {
		/** In code points. */
		minLength: env.GOTRUE_PASSWORD_MIN_LENGTH,
		/** A password needs one of each set. */
		requiredSets: env.GOTRUE_PASSWORD_REQUIRED_CHARACTERS as readonly string[],
	},
})
