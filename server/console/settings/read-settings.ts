import { isJson } from '#content/check-file.ts'
import { describeTax } from '#domain/invoices/invoice.ts'
import { formatPrice } from '#domain/pricing/money.ts'
import { requireFile } from '#server/console/content/files.ts'
import { readLatestJson } from '#server/console/content/find-listed.ts'
import { listFreeModules } from '#server/console/content/free-modules.ts'
import { readLinkTargets } from '#server/console/content/hidden-links.ts'
import { listValues } from '#server/console/content/list-values.ts'
import { findUnusualAmounts } from '#server/console/content/money-fields.ts'
import { listFieldChoices } from '#server/console/content/offer-contents.ts'
import { toPlaceUrl } from '#server/console/content/place-address.ts'
import { planDrafts } from '#server/console/content/plan-release.ts'
import { requireJson } from '#server/console/content/require-json.ts'
import { listLatestVersions, readNewestAndLive, versionText } from '#server/console/content/versions.ts'
import { readNextStep } from '#server/console/setup/read-first-steps.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { formatZoneName } from '#server/console/shell/format-zone-name.ts'
import { listSoldCodes } from '#server/services/commerce/offers/sold-codes.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { readConnection } from './connections.ts'
import { readFixedRules } from './fixed-rules.ts'
import { readGoingLive } from './going-live.ts'
import { listPrices } from './list-prices.ts'
import { presentSettingsPart, pickSettingsPart } from './part-form.ts'
import { readBrand } from './read-brand.ts'
import { describeService } from './read-services.ts'
import { readLastServiceCheck } from './service-checks.ts'
import { listSettingsPages, type SettingsPart, requireSubject, type SettingsSubject, SETTINGS_SUBJECTS } from './subjects.ts'

/** True if the part has a draft. Parts that share a file count only their keys; invalid JSON counts for all of them. */
async function hasDraft({ db }: ConsoleRequest['ctx'], part: SettingsPart): Promise<boolean> {
	const { newest, live } = await readNewestAndLive(db, part.file)
	if (newest === null || newest.published_at !== null) return false
	const file = requireFile(part.file)
	if (!part.keys || !isJson(versionText(newest, file))) return true
	const [draft, shown] = [newest, live].map((version) => JSON.stringify(pickSettingsPart(part, requireJson(version, file))))
	return draft !== shown
}

export async function readSettings({ ctx }: ConsoleRequest) {
	const drafts = new Set((await listLatestVersions(ctx.db)).filter(({ published_at: at }) => at === null).map(({ path }) => path))
	const isEdited = async ({ parts, uploads = [] }: SettingsSubject) => {
		if (uploads.some((file) => drafts.has(file))) return true
		return (await Promise.all(parts.filter(({ file }) => drafts.has(file)).map((part) => hasDraft(ctx, part)))).includes(true)
	}
	const { site, offers } = ctx.content
	const [first] = offers
	const values: Readonly<Record<string, string>> = {
		general: site.name,
		contact: site.supportEmail,
		tax: ctx.invoicing === null ? 'Invoices are off' : ctx.invoicing.tax === null ? 'Stripe Tax' : describeTax(ctx.invoicing.tax),
		'time-zone': formatZoneName(siteZone(ctx.content)),
		...(first && { prices: `${formatPrice(first.amountCents, first.currency)}${offers.length > 1 ? ` · ${offers.length} offers` : ''}` }),
	}
	const read = listSettingsPages().map(async ({ group, pages }) => ({
		group,
		pages: await Promise.all(
			pages.map(async (page) => {
				const subject = SETTINGS_SUBJECTS.find(({ id }) => id === page.id)
				return {
					...page,
					value: values[page.id] ?? null,
					hasDraft: subject !== undefined && (await isEdited(subject)),
					service: subject?.service && subject.service !== 'address' ? describeService(ctx, subject.service).state : null,
				}
			}),
		),
	}))
	return { groups: await Promise.all(read) }
}

type About = { about?: string | undefined; links?: readonly { title: string; href: string }[] }

/** Names the modules that stay free with “Buyers only”, each with a link to its field. */
async function describeFreeModules(ctx: ConsoleRequest['ctx']): Promise<About> {
	const { free, isEverythingFree } = listFreeModules((await planDrafts(ctx)).edits)
	const links = free.map(({ title, href }) => ({ title, href }))
	if (links.length === 0) return { about: 'With “Buyers only”, no module is free to read.' }
	if (isEverythingFree)
		return { about: 'Every module is free to read, so “Buyers only” gives buyers nothing more. Uncheck “Free to read” here:', links }
	return { about: 'With “Buyers only”, these modules stay free to read. Change that here:', links }
}

/** Leads to the place that proves the regular price, which a live site leaves out until then. */
async function describeRegularPrice({ db }: ConsoleRequest['ctx']): Promise<About> {
	const file = 'marketing/claims.json'
	const { claims } = await readLatestJson<{ claims?: readonly { id?: unknown }[] }>(db, file)
	const index = Array.isArray(claims) ? claims.findIndex(({ id }) => id === 'regular-price') : -1
	if (index === -1) return {}
	return {
		about:
			'Did you sell for a higher price before? To show that price crossed out on a live site, choose “Operator” under “Basis”, and say when you charged it:',
		links: [{ title: 'When you charged the regular price', href: toPlaceUrl({ file, field: `/claims/${index}/basis` }) }],
	}
}

async function aboutOf(ctx: ConsoleRequest['ctx'], { id, about }: SettingsPart): Promise<About> {
	const { config } = ctx
	if (id === 'access') return describeFreeModules(ctx)
	if (id === 'offers') return describeRegularPrice(ctx)
	if (id !== 'bank') return { about }
	const isUsed = config.payments.kind === 'bank-transfer'
	const isShown = isUsed ? 'This server takes bank transfers.' : 'This server doesn’t take bank transfers, so buyers don’t see it.'
	return { about: `${about ?? ''} ${isShown}` }
}

export async function readSubject(request: ConsoleRequest) {
	const { ctx, params } = request
	const { id, title, parts, service, links = [] } = requireSubject(params.subject)
	const read = parts.map(async (part) => {
		const file = requireFile(part.file)
		const { newest, live } = await readNewestAndLive(ctx.db, part.file)
		const value = requireJson(newest, file)
		return {
			id: part.id,
			title: part.title,
			...(await aboutOf(ctx, part)),
			file: part.file,
			hasDraft: await hasDraft(ctx, part),
			/** The form's last field with a name that other texts use, too. */
			lastName: part.names === undefined ? null : `s/${part.names.at(-1)}`,
			/** Pages that links to turned-off pages could lead to; null without that setting. */
			linkTargets: part.keys?.includes('hiddenPages') ? await readLinkTargets(ctx) : null,
			prices: part.id === 'offers' ? listPrices(ctx.content, value) : [],
			/** Amounts of the draft that look like typos; publishing asks to confirm them. */
			amounts: part.id === 'offers' ? findUnusualAmounts(versionText(live, file), versionText(newest, file)) : [],
			values: listValues(ctx.content, part.file),
			shown: presentSettingsPart(part, value, {
				base: newest?.id ?? '',
				lists: await listFieldChoices(request, part.file),
				content: ctx.content,
				sold: await listSoldCodes(ctx.db, ctx.content.offers),
			}),
		}
	})
	return {
		id,
		title,
		pages: listSettingsPages(),
		parts: await Promise.all(read),
		nextStep: await readNextStep(request),
		brand: id === 'brand' ? await readBrand(request) : null,
		links,
		rules: readFixedRules(ctx, id),
		goingLive: service === 'live' ? await readGoingLive(ctx) : null,
		service: service
			? {
					name: service,
					...describeService(ctx, service),
					check: await readLastServiceCheck(ctx, service),
					connection: await readConnection(ctx, service),
				}
			: null,
	}
}
