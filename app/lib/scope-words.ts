const WORDS: Record<string, string> = {
	openid: 'Which account is yours (as an ID number)',
	email: 'Your email address',
	profile: 'Your name and picture',
	phone: 'Your phone number',
}

/** What an application may read, in plain words; a scope without words is named as it is. */
export const scopeWords = (scopes: readonly string[]): string[] => scopes.map((scope) => WORDS[scope] ?? scope)
