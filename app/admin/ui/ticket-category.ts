import type { ContactCategory } from '#domain/support/categories.ts'

const CATEGORY_NAMES: Record<ContactCategory, string> = {
	general: 'General',
	terms: 'Terms',
	privacy: 'Privacy',
	guardian: 'Guardian consent',
}

export const CATEGORY_OPTIONS = Object.entries(CATEGORY_NAMES)
export const labelCategory = (category: string) => CATEGORY_NAMES[category as ContactCategory]
