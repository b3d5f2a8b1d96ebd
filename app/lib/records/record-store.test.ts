import { afterEach, expect, test } from 'vitest'

import { card, CARDS_KEY, openCards } from '#tests/factories/cards.ts'

afterEach(() => localStorage.clear())

test('a tab inactive during two sign-ins doesn’t pass on the first one’s records', () => {
	const [sleeping, awake] = [openCards(), openCards()]
	sleeping.put(card('of ana'))
	awake.prepareFor('ana')
	awake.confirm('ana', { sent: awake.unsent('ana'), account: [card('of ana')] })
	awake.prepareFor('ben')
	expect([sleeping.owner, sleeping.ownPartition().items]).toEqual(['ben', []])
})

test.each(['', '{', 'null', '[]', '7', '{"owner":7,"books":[]}', '{"owner":"","books":{"":{"cards":{"a":1},"unsent":"all"}}}'])(
	'the unreadable value %s is ignored, and the next record is stored',
	(raw) => {
		localStorage.setItem(CARDS_KEY, raw)
		const store = openCards()
		expect(store.ownPartition()).toEqual({ items: [], unsent: [] })
		store.put(card('a'))
		expect(openCards().ownPartition().items).toEqual([card('a')])
	},
)

test('the first account finds its confirmed records again offline', () => {
	const store = openCards(true)
	store.prepareFor('ana')
	store.confirm('ana', { sent: [], account: [card('sent')] })
	store.put(card('unsent'))
	store.prepareFor('ben')
	expect([store.ownPartition().items, store.unsent('ana')]).toEqual([[], []])
	store.put(card('of ben'))
	expect(store.unsent('ana')).toEqual([])
	store.prepareFor('ana')
	expect([store.ownPartition().items, store.ownPartition().unsent]).toEqual([[card('sent'), card('unsent')], ['unsent']])
})
