import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { QueryProvider } from '#app/lib/query-provider.tsx'
import type { PledgeResponse } from '#contracts/pledge.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { PledgeForm } from './pledge-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const PLEDGE: PledgeResponse = {
	pledge: {
		evenings: ['TU', 'TH'],
		time: '20:15',
		zone: 'Europe/Berlin',
		weeklyGoal: 2,
		reminds: true,
		remindersEnded: null,
		feedSince: null,
		supporter: null,
		supporterEnded: null,
		nextEveningAt: '2026-12-01T19:15:00.000Z',
		nextReminderAt: null,
		weeks: [],
	},
	email: 'ana@example.com',
	next: null,
}

/** Opens the form in a browser in another time zone, submits it unchanged, and returns what is sent. */
async function saveFrom(zone: string, change: (page: HTMLElement) => void = () => {}) {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
		sent.push(JSON.parse(body))
		return Response.json(PLEDGE)
	})
	const { page, run } = await renderElement(
		<MemoryRouter>
			<QueryProvider>
				<PledgeForm userId="ana" known={PLEDGE} zone={zone} />
			</QueryProvider>
		</MemoryRouter>,
	)
	change(page)
	await run(() => page.querySelector('form')?.requestSubmit())
	await vi.waitFor(() => expect(sent).toHaveLength(1))
	return sent[0]
}

const SAVED = { evenings: ['TU', 'TH'], time: '20:15', weeklyGoal: 2, reminds: true, remindsShown: true }

test.each(['Europe/Berlin', 'America/New_York'])('a pledge saved unchanged in a browser in %s stays the same', async (zone) => {
	expect(await saveFrom(zone)).toEqual({ ...SAVED, zone: 'Europe/Berlin' })
})

test('the learner can move the pledge to the time zone of this browser', async () => {
	const move = (page: HTMLElement) => {
		const field = page.querySelector<HTMLSelectElement>('select[name=zone]')
		if (field) field.value = 'America/New_York'
	}
	expect(await saveFrom('America/New_York', move)).toEqual({ ...SAVED, zone: 'America/New_York' })
})
