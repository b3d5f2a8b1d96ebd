import { expect, test } from 'vitest'

import { outlineCourse } from './course-outline.server.ts'
import { taughtModule } from './lesson-files.server.ts'
import { course } from './public.server.ts'

const courseOutline = outlineCourse(taughtModule)

test.each(course.modules)(
	'the minutes of module $id lie within what it says of itself, $duration, and its sections share them',
	(words) => {
		const [least = 0, most = 0] = (/(\d+)-(\d+) hours/.exec(words.duration)?.slice(1) ?? []).map((hours) => Number(hours) * 60)
		expect(words.minutes).toBeGreaterThanOrEqual(least)
		expect(words.minutes).toBeLessThanOrEqual(most)
		const sections = courseOutline.find(({ id }) => id === words.id)?.sections ?? []
		const shared = sections.reduce((sum, { minutes }) => sum + minutes, 0)
		expect(Math.abs(shared - words.minutes)).toBeLessThan(sections.length)
	},
)

test('a roadmap weighs the sections it names', () => {
	const market = courseOutline[1]?.sections.find(({ id }) => id === 'market-research-validation')
	const launch = courseOutline[1]?.sections.find(({ id }) => id === 'launch-strategy-execution')
	expect(market?.minutes).toBeGreaterThan(launch?.minutes ?? Number.POSITIVE_INFINITY)
})
