import { expect, test } from 'vitest'

import type { FormPart } from '#server/console/content/json-form.ts'

import { arrangeOffers } from './offers-form.ts'

type Group = Extract<FormPart, { is: 'group' }>

const group = (name: string, parts: FormPart[]): Group =>
	({
		is: 'group',
		id: name,
		label: name,
		commands: [{ value: 'remove', label: 'Remove', to: '' }],
		hidden: null,
		parts,
		isOpen: true,
	}) as unknown as Group
const text = (name: string, value: string, fault?: string): FormPart =>
	({ is: 'text', id: name, name, label: name, value, commands: [], ...(fault !== undefined && { fault }) }) as unknown as FormPart

const offer = (code: string, fault?: string) =>
	group(`/offers/${code}`, [
		text(`s/offers/${code}/code`, code),
		text(`s/offers/${code}/currency`, 'USD'),
		group('benefits', [text('benefit', 'x', fault)]),
	])

function arrange(offers: readonly Group[], sold: string[]) {
	const form = { is: 'root', id: '', label: '', commands: [], parts: [group('offers', [...offers]), text('accessPolicy', 'progress')] }
	const arranged = arrangeOffers(form as unknown as FormPart, {
		prices: [{ summary: '$47' }, { summary: '$97' }] as never,
		sold: new Set(sold),
	})
	const [list, ...rest] = arranged.is === 'root' ? arranged.parts : []
	return { list: list as Group, rest }
}

const isLocked = (part: FormPart | undefined) => part?.is === 'text' && part.isReadOnly === true

test('the address of an offer is locked once it was ordered, and only that one', () => {
	const { list } = arrange([offer('a'), offer('b')], ['b'])
	const codes = list.parts.map((each) => (each.is === 'group' ? each.parts[0] : undefined))
	expect(codes.map(isLocked)).toEqual([false, true])
	expect(list.parts.map((each) => each.is === 'group' && each.about)).toEqual(['$47', '$97'])
	expect(list.parts.map((each) => each.is === 'group' && isLocked(each.parts[1]))).toEqual([false, false])
})

test('of several offers, one with an error is open, and so is its list with the error', () => {
	const { list, rest } = arrange([offer('a'), offer('b', 'is empty')], [])
	const isOpen = (part: FormPart | undefined) => part?.is === 'group' && part.isOpen
	expect(list.parts.map(isOpen)).toEqual([false, true])
	expect(list.parts.map((each) => isOpen(each.is === 'group' ? each.parts[2] : undefined))).toEqual([false, true])
	expect(rest).toHaveLength(1)
})

test('the only offer has no header, and who can read the course follows its price', () => {
	const { list, rest } = arrange([offer('a')], [])
	const [only] = list.parts
	expect([list.isFlat, only?.is === 'group' && only.isFlat, list.commands, only?.is === 'group' && only.commands]).toEqual([
		true,
		true,
		[],
		[],
	])
	expect(only?.is === 'group' && only.parts.map(({ id }) => id)).toEqual([
		's/offers/a/code',
		's/offers/a/currency',
		'accessPolicy',
		'benefits',
	])
	expect(rest).toEqual([])
})
