import { expect, test, vi } from 'vitest'

import plannerJson from '#content/planner.json'
import { PlannerSchema } from '#content/schema/planner.ts'
import type { WeekChange } from '#domain/planner/change-week.ts'
import { emptyWeek } from '#domain/planner/planner-week.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { PlannerTable } from './planner-table.tsx'
import type { Planner } from './use-planner.ts'

const words = PlannerSchema.parse(plannerJson)

test('a removed row can be restored only in its own week', async () => {
	const changed = vi.fn<(change: WeekChange) => void>()
	const plannerOf = (week: string): Planner => ({
		week,
		plan: emptyWeek(week, week),
		keptWeeks: [],
		weeks: [],
		isKept: true,
		chooseWeek: () => {},
		change: changed,
		newRowId: () => 'new',
	})
	const { page, run, show } = await renderElement(<PlannerTable planner={plannerOf('2026-11-16')} words={words} />)
	const undo = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words.labels.undo)
	await run(() => page.querySelector<HTMLButtonElement>('[aria-label="Remove row 2"]')?.click())
	expect(undo()).toBe(document.activeElement)
	await show(<PlannerTable planner={plannerOf('2026-11-23')} words={words} />)
	expect(undo()).toBeUndefined()
	await show(<PlannerTable planner={plannerOf('2026-11-16')} words={words} />)
	await run(() => undo()?.click())
	expect(changed.mock.calls.map(([{ type }]) => type)).toEqual(['remove', 'restore'])
	expect(undo()).toBeUndefined()
})
