import { expect, test } from 'vitest'

import { letterheadOf } from '#content/logo.ts'
import { printLogoPicture } from '#content/schema/logo.ts'

import { printPdf } from './pdfkit.ts'

/** One transparent pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const SHAPES = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="9"/></svg>'

const print = async (logo: string, invoiceXml?: string) => {
	const document = { title: 'Receipt', subject: 'Course', publisher: 'Harbor Academy', isLandscape: false, madeAt: new Date(0), blocks: [] }
	const letterhead = letterheadOf({ site: { name: 'Harbor Academy' }, logo })
	return Buffer.from(await printPdf({ ...document, letterhead, invoiceXml })).toString('latin1')
}

test.each([
	['a square logo is next to the name', printLogoPicture(PNG), true, false],
	['a wide logo replaces the name, with it as alternative text', printLogoPicture(PNG, 512), true, true],
	['a vector logo keeps the name', SHAPES, false, false],
])('%s', async (_, logo, hasPicture, isFigure) => {
	for (const file of [await print(logo), await print(logo, '<xml/>')])
		expect([file.includes('/Subtype /Image'), file.includes('/S /Figure'), file.includes('/Alt (Harbor Academy)')]).toEqual([
			hasPicture,
			isFigure,
			isFigure,
		])
})
