import { z } from 'zod'

/** Separated by colons, as in GoTrue; `\\:` is a colon within a set. */
const characterSets = z.string().transform((text) =>
	text
		.split(/(?<!\\):/)
		.map((set) => set.replaceAll('\\:', ':'))
		.filter((set) => set !== ''),
)

/** Named as in GoTrue. */
export const passwordVariables = {
	GOTRUE_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(8),
	GOTRUE_PASSWORD_REQUIRED_CHARACTERS: characterSets.prefault(''),
}

export const toPasswordConfig = (env: z.output<z.ZodObject<typeof passwordVariables>>) => ({
	passwordRule: {
		/** In code points. */
		minLength: env.GOTRUE_PASSWORD_MIN_LENGTH,
		requiredSets: env.GOTRUE_PASSWORD_REQUIRED_CHARACTERS as readonly string[],
	},
})
