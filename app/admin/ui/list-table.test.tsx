import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Pager } from './list-table.tsx'

type Shown = { rows: number; next: string | null; total?: number | null }

async function read(address: string, shown: Shown) {
	const Stub = createRoutesStub([{ path: '/list', Component: () => <Pager what="orders" {...shown} /> }])
	const { page } = await renderElement(<Stub initialEntries={[address]} />)
	const links = [...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href') ?? ''] as const)
	return { text: page.querySelector('p')?.textContent, links: Object.fromEntries(links) }
}

test('pages are numbered, and Previous leads back through each of them with its filters', async () => {
	const first = await read('/list?state=paid&notice=x', { rows: 50, next: 'a~1', total: 120 })
	expect([first.text, Object.keys(first.links)]).toEqual(['1–50 of 120 orders', ['Next']])
	const second = await read(first.links['Next'] ?? '', { rows: 50, next: 'b~2', total: 120 })
	expect([second.text, second.links['Previous']]).toEqual(['51–100 of 120 orders', '/list?state=paid'])
	const third = await read(second.links['Next'] ?? '', { rows: 20, next: null, total: null })
	expect([third.text, Object.keys(third.links)]).toEqual(['101–120 of 120 orders', ['Previous']])
	expect(third.links['Previous']).toBe(first.links['Next'])
})

test('a total is given up to a thousand, and only if it is known', async () => {
	const textOf = async (shown: Shown, address = '/list') => (await read(address, shown)).text
	expect(await textOf({ rows: 0, next: null, total: 0 })).toBe('')
	expect(await textOf({ rows: 12, next: null, total: 12 })).toBe('12 orders')
	expect(await textOf({ rows: 50, next: 'a', total: 1001 })).toBe('1–50 of 1,000+ orders')
	expect(await textOf({ rows: 13, next: 'a', total: null })).toBe('1–13')
	expect(await textOf({ rows: 50, next: 'c', total: 1001 }, '/list?before=b&pages=1000~b')).toBe('1,001–1,050 of 1,000+ orders')
})

test('without the cursors of earlier pages, the only way back is the first page', async () => {
	const { text, links } = await read('/list?before=b&pages=50~other', { rows: 50, next: 'c', total: 80 })
	expect([text, links]).toEqual(['50 orders on this page', { 'First page': '/list', Next: '/list?before=c' }])
	let address = '/list'
	for (let page = 1; page < 60; page++) address = (await read(address, { rows: 50, next: `${page}` })).links['Next'] ?? ''
	expect(address.length).toBeLessThan(1000)
	for (let page = 0; page < 39; page++) address = (await read(address, { rows: 50, next: 'x' })).links['Previous'] ?? ''
	expect((await read(address, { rows: 50, next: 'x' })).links).toMatchObject({ 'First page': '/list' })
})

test('long cursors leave the URL short enough for a server: the oldest pages are given up', async () => {
	let address = '/list'
	for (let page = 1; page < 60; page++) address = (await read(address, { rows: 50, next: `${'Ж'.repeat(80)}~${page}` })).links['Next'] ?? ''
	expect(address.length).toBeLessThan(8000)
	expect(Object.keys((await read(address, { rows: 50, next: null })).links)).toEqual(['Previous'])
})
