const WORDS: Record<string, string> = {
	openid: 'Your account’s ID number',
	email: 'Your email address',
	profile: 'Your name and picture',
	phone: 'Your phone number',
}

/** Describes OAuth scopes in plain words; unknown scopes keep their name. */
export const scopeWords = (scopes: readonly string[]): string[] => scopes.map((scope) => WORDS[scope] ?? scope)
