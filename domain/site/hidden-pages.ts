/** Pages that an operator can turn off, with their names, by the first segment of their path. Pages below them are turned off, too. */
export const HIDEABLE_PAGES = {
	'hustler-quiz': 'Quiz: which side hustle fits',
	'income-selector': 'Income selector',
	'career-path': 'Career tracks, with their quiz and lessons',
	'weekly-planner': 'Weekly planner',
	about: 'About',
	careers: 'Careers, with job applications',
	'free-trial': 'Free trial, with its lesson, templates and quiz',
} as const

export type HideablePage = keyof typeof HIDEABLE_PAGES

export type HiddenPages = { hiddenPages?: readonly HideablePage[] | undefined }

/** @param path path or link of any page */
export const isHiddenPage = ({ hiddenPages = [] }: HiddenPages, path: string): boolean =>
	(hiddenPages as readonly string[]).includes(path.split(/[/?#]/)[1] ?? '')
