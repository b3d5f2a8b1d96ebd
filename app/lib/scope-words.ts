const WORDS: Record<string, string> = {
	openid: 'Which account is yours (as an ID number)',
	email: 'Your email address',
	profile: 'Your name and picture',
	phone: 'Your phone number',
}

/** Scopes in plain words; an unknown scope keeps its name. */
export const scopeWords = (scopes: readonly string[]): string[] => scopes.map((scope) => WORDS[scope] ?? scope)
