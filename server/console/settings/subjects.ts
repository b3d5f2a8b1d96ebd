import { BRAND_UPLOADS, consolePaths, fileAddress, LEGAL_TEXTS } from '#contracts/console-paths.ts'
import { toPlaceUrl } from '#server/console/content/place-address.ts'
import type { Json } from '#server/console/content/read-form.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceGroup } from '#server/services/platform/service-settings/settings-list.ts'

import { followBrandColor, withBrandColor } from './brand-colors.ts'
import { checkSupportEmail } from './check-support-email.ts'
import { dropOutgrownRegularPrices } from './drop-regular-price.ts'

export type SettingsPart = {
	id: string
	title: string
	about?: string
	file: string
	/** Keys that the form edits, in the order of its fields. Absent if it edits the whole file. */
	keys?: readonly string[]
	/** Keys whose values may be repeated in other texts. */
	names?: readonly string[]
	/** Computes the values to show, including derived ones. */
	shown?: (value: Json) => Json
	completed?: (before: Json, typed: Json) => Json
	/** Finds faults of new values, in addition to the schema's: field and message. */
	findFaults?: (before: Json, typed: Json) => readonly (readonly [path: string, message: string])[]
}

export type ServiceName = ServiceGroup

export const SETTINGS_GROUPS = ['Your academy', 'Selling', 'Messages', 'Legal', 'This console'] as const

export type SubjectLink = { title: string; href: string; isAction?: boolean }

export type SettingsSubject = {
	id: string
	title: string
	group: (typeof SETTINGS_GROUPS)[number]
	about: string
	parts: readonly SettingsPart[]
	service?: ServiceName
	/** Files that are uploaded on the page. */
	uploads?: readonly string[]
	links?: readonly SubjectLink[]
	/** True if the navigation leads to this page. The list of settings then shows it only in search results. */
	isInNavigation?: boolean
}

const previewOf = (document: 'invoice' | 'receipt' | 'certificate') => ({
	title: `Preview ${document}`,
	href: `${consolePaths.contentDocuments}?document=${document}`,
})

const CONTACT_TEXTS = 'company/contact.json'

const EMAIL_PREVIEW = { title: 'Preview emails', href: consolePaths.contentEmails }

export const SETTINGS_SUBJECTS: readonly SettingsSubject[] = [
	{
		id: 'general',
		group: 'Your academy',
		title: 'General',
		about: 'Name, description, web address, redirects',
		parts: [
			{
				id: 'site',
				title: 'Your academy',
				about: 'On every page, in search results and in emails.',
				file: 'site.json',
				keys: ['name', 'program', 'strapline', 'description'],
				names: ['name', 'program'],
			},
			{
				id: 'redirects',
				title: 'Redirects',
				about: 'For links to pages that moved or were deleted. Deleting a page can add one.',
				file: 'site.json',
				keys: ['redirects'],
			},
		],
		service: 'address',
		links: [EMAIL_PREVIEW, previewOf('receipt'), previewOf('certificate')],
	},
	{
		id: 'contact',
		group: 'Your academy',
		title: 'Contact',
		about: 'Support email, social networks',
		parts: [
			{
				id: 'contact',
				title: 'How people reach you',
				about: 'In the footer of every page and in emails.',
				file: 'site.json',
				keys: ['supportEmail', 'social'],
				findFaults: checkSupportEmail,
			},
		],
		links: [{ title: 'Support hours', href: `${consolePaths.settings}/support-hours` }],
	},
	{
		id: 'support-hours',
		group: 'Your academy',
		title: 'Support hours',
		about: 'Hours and place on your contact page',
		parts: [
			{
				id: 'hours',
				title: 'On your contact page',
				about: 'What visitors read. Write the hours in your own time zone, and name it.',
				file: CONTACT_TEXTS,
				keys: ['hours', 'quick'],
			},
		],
		links: [{ title: 'All texts of the contact page', href: fileAddress(CONTACT_TEXTS) }],
	},
	{
		id: 'site-pages',
		group: 'Your academy',
		title: 'Site pages',
		about: 'Pages to turn on or off, made-up content, welcome video, newsletter pop-up',
		parts: [
			{
				id: 'pages',
				title: 'What visitors see',
				about: 'The welcome video, made-up content, the newsletter pop-up, and the pages of your site.',
				file: 'site.json',
				keys: ['welcomeVideo', 'hideSamples', 'hideNewsletterPopup', 'hiddenPages'],
			},
		],
		links: [
			{ title: 'Texts of the newsletter pop-up', href: toPlaceUrl({ file: 'marketing/landing.json', field: '/optIn/title' }) },
			{ title: 'New page', href: `${consolePaths.contentBegin}/page`, isAction: true },
		],
	},
	{
		id: 'brand',
		group: 'Your academy',
		title: 'Brand',
		about: 'Logo, icon, colors, fonts',
		parts: [
			{
				id: 'colors',
				title: 'Colors and font',
				about: 'Used on pages, in emails and documents, and for the icon. Colors that make text hard to read can’t be saved.',
				file: 'brand.json',
				shown: withBrandColor,
				completed: followBrandColor,
			},
		],
		uploads: BRAND_UPLOADS,
		links: [{ title: 'Academy name', href: `${consolePaths.settings}/general#f-name` }, EMAIL_PREVIEW, previewOf('certificate')],
	},
	{
		id: 'prices',
		group: 'Selling',
		title: 'Prices',
		isInNavigation: true,
		about: 'Offers, prices, access to the course',
		parts: [
			{
				id: 'offers',
				title: 'Offers',
				file: 'offers.json',
				keys: ['offers'],
				completed: dropOutgrownRegularPrices,
			},
			{ id: 'access', title: 'Access', file: 'offers.json', keys: ['accessPolicy'] },
		],
		links: [
			{ title: 'Coupons', href: consolePaths.coupons },
			previewOf('receipt'),
			{ title: 'New offer', href: `${consolePaths.contentBegin}/offer`, isAction: true },
		],
	},
	{
		id: 'payments',
		group: 'Selling',
		title: 'Payments',
		about: 'Payment provider, bank transfer, what buyers agree to',
		parts: [
			{
				id: 'bank',
				title: 'Bank transfer',
				about: 'The account that buyers transfer money to.',
				file: 'company/bank-transfer.json',
			},
			{
				id: 'consent',
				title: 'What buyers agree to',
				about: 'The consent text at checkout.',
				file: 'checkout-consent.json',
			},
		],
		service: 'payments',
	},
	{
		id: 'tax',
		group: 'Selling',
		title: 'Tax',
		about: 'Seller, tax and invoices',
		parts: [{ id: 'seller', title: 'Seller and tax', about: 'Details shown on invoices.', file: 'company/seller.json' }],
		links: [previewOf('invoice')],
	},
	{
		id: 'refunds',
		group: 'Selling',
		title: 'Refund rules',
		about: 'Days to ask for money back, and its conditions',
		parts: [],
		links: [{ title: 'Terms of Service', href: fileAddress('legal/terms.md') }],
	},
	{
		id: 'mail',
		group: 'Messages',
		title: 'Email',
		about: 'Mail server, sender, newsletter limits, test email',
		parts: [],
		service: 'mail',
	},
	{ id: 'text-messages', group: 'Messages', title: 'Text messages', about: 'Codes and reminders by SMS', parts: [], service: 'texts' },
	{ id: 'going-live', group: 'Selling', title: 'Going live', about: 'Switch from the sandbox to real buyers', parts: [], service: 'live' },
	{
		id: 'time-zone',
		group: 'This console',
		title: 'Time zone',
		about: 'For times in this console',
		parts: [
			{
				id: 'zone',
				title: 'For the whole team',
				about:
					'All times in this console are shown and entered in this zone, for everyone on the team. Learners see their own. A change applies once you publish it.',
				file: 'site.json',
				keys: ['timeZone'],
			},
		],
	},
]

type SettingsPage = Pick<SettingsSubject, 'id' | 'title' | 'group' | 'about' | 'isInNavigation'> & { href: string }

const OTHER_PAGES: readonly SettingsPage[] = [
	...LEGAL_TEXTS.map(({ title, about, file }) => ({ id: file, group: 'Legal' as const, title, about, href: fileAddress(file) })),
	{ id: 'team', group: 'This console', title: 'Team', about: 'People with console access, and invitations', href: consolePaths.team },
	{
		id: 'account',
		group: 'This console',
		title: 'Your account',
		about: 'Password, second factor, recovery codes',
		href: consolePaths.account,
	},
]

export function listSettingsPages() {
	const subjects = SETTINGS_SUBJECTS.map(({ id, title, group, about, isInNavigation = false }): SettingsPage => ({
		id,
		title,
		group,
		about,
		isInNavigation,
		href: `${consolePaths.settings}/${id}`,
	}))
	return SETTINGS_GROUPS.map((group) => ({ group, pages: [...subjects, ...OTHER_PAGES].filter((page) => page.group === group) }))
}

/** @throws ServiceError settings_not_found (404) */
export function requireSubject(id: string | undefined): SettingsSubject {
	const found = SETTINGS_SUBJECTS.find((subject) => subject.id === id)
	if (!found) throw new ServiceError('not-found', 'settings_not_found', 'We can’t find that settings page.')
	return found
}
