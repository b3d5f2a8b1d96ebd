import { expect, test, vi } from 'vitest'

import plannerJson from '#content/planner.json'
import { PlannerSchema } from '#content/schema/planner.ts'
import type { WeekChange } from '#domain/planner/change-week.ts'
import { blankRow, emptyWeek, MAX_WEEK_ROWS, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { PlannerTable } from './planner-table.tsx'
import type { Planner } from './use-planner.ts'

const words = PlannerSchema.parse(plannerJson)

const changed = vi.fn<(change: WeekChange) => void>()
const plannerOf = (week: string, plan: PlannerWeek = emptyWeek(week, week)): Planner => ({
	week,
	plan,
	keptWeeks: [],
	weeks: [],
	isKept: true,
	chooseWeek: () => {},
	change: changed,
	newRowId: () => 'new',
})

test('a removed row can be restored only in its own week', async () => {
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

test('a full week takes no more rows', async () => {
	// On a narrow screen, rows have no cells, so that two hundred render quickly.
	vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
	const add = (page: HTMLElement) => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words.labels.addRow)
	const { page, show } = await renderElement(<PlannerTable planner={plannerOf('2026-11-16')} words={words} />)
	expect([add(page)?.disabled, page.textContent.includes('A week can have at most')]).toEqual([false, false])
	const rows = Array.from({ length: MAX_WEEK_ROWS }, (_row, index) => blankRow(`r${index}`, index))
	await show(<PlannerTable planner={plannerOf('2026-11-16', { ...emptyWeek('2026-11-16', 'x'), rows })} words={words} />)
	expect([add(page)?.disabled, page.textContent.includes('A week can have at most 200 rows.')]).toEqual([true, true])
})
