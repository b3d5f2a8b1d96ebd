import type { FormPart } from '#server/console/content/json-form.ts'

import type { ListedPrice } from './list-prices.ts'

type Group = Extract<FormPart, { is: 'group' }>

const hasFault = (form: FormPart): boolean => form.fault !== undefined || ('parts' in form && form.parts.some(hasFault))

/** Collapses the lists of an offer, such as what buyers get, unless they have an error. */
const foldList = (part: FormPart): FormPart => (part.is === 'group' ? { ...part, isOpen: hasFault(part) } : part)

const SOLD = 'Orders refer to this address, so it can’t change anymore.'

const isKey = (part: FormPart, key: string) => 'name' in part && part.name.endsWith(`/${key}`)

const lockCode = (part: FormPart, sold: ReadonlySet<string>): FormPart =>
	part.is === 'text' && isKey(part, 'code') && sold.has(part.value) ? { ...part, isReadOnly: true, hint: SOLD } : part

/** Shows the only offer without a header around it. Other settings, such as who can read the course, follow its price. */
function flatten(list: Group, offer: Group, others: readonly FormPart[]): FormPart[] {
	const afterPrice = offer.parts.findIndex((part) => isKey(part, 'currency')) + 1
	const parts = [...offer.parts.slice(0, afterPrice), ...others, ...offer.parts.slice(afterPrice)]
	return [{ ...list, isFlat: true, commands: [], parts: [{ ...offer, isFlat: true, commands: [], parts }] }]
}

type Offers = { prices: readonly ListedPrice[]; sold: ReadonlySet<string> }

/** Collapses each of several offers to one line with its price; those with an error stay open. A new offer begins with its own short form. */
export function arrangeOffers(form: FormPart, { prices, sold }: Offers): FormPart {
	if (form.is !== 'root') return form
	const fold = (entry: FormPart, index: number): FormPart =>
		entry.is === 'group'
			? {
					...entry,
					isOpen: hasFault(entry),
					about: prices[index]?.summary ?? null,
					parts: entry.parts.map((part) => foldList(lockCode(part, sold))),
				}
			: entry
	const [list, ...others] = form.parts
	if (list?.is !== 'group') return form
	const offers = list.parts.map(fold)
	const [only] = offers
	if (offers.length === 1 && only?.is === 'group') return { ...form, parts: flatten(list, only, others) }
	return { ...form, parts: [{ ...list, isOpen: true, commands: [], parts: offers }, ...others] }
}
