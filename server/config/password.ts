import { z } from 'zod'

/** Schema of character sets separated by colons, as in GoTrue; `\\:` is a colon within a set. */
const characterSets = z.string().transform((text) =>
	text
		.split(/(?<!\\):/)
		.map((set) => set.replaceAll('\\:', ':'))
		.filter((set) => set !== ''),
)

export const passwordVariables = {
	GOTRUE_PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(8),
	GOTRUE_PASSWORD_REQUIRED_CHARACTERS: characterSets.prefault(''),
}

export const toPasswordConfig = (env: z.output<z.ZodObject<typeof passwordVariables>>) => ({
	passwordRule: {
		/** Minimum length in code points. */
		minLength: env.GOTRUE_PASSWORD_MIN_LENGTH,
		requiredSets: env.GOTRUE_PASSWORD_REQUIRED_CHARACTERS as readonly string[],
	},
})
