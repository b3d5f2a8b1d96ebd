import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sectionMinutes } from './course-outline.ts'

const modules = fc.integer({ min: 1, max: 30 }).chain((count) =>
	fc.record({
		sections: fc.constant(Array.from({ length: count }, (_, index) => ({ id: `section-${index}` }))),
		roadmap: fc.array(
			fc.record({
				sectionId: fc.integer({ min: 0, max: count - 1 }).map((index) => `section-${index}`),
				minutes: fc.integer({ min: 1, max: 600 }),
			}),
			{ maxLength: 40 },
		),
	}),
)

test('sections share all the module’s minutes for any sections and roadmap', () => {
	fc.assert(
		fc.property(modules, fc.integer({ min: 1, max: 6000 }), (module, minutes) => {
			const shares = [...sectionMinutes(module, minutes).values()]
			expect(shares).toHaveLength(module.sections.length)
			expect(shares.every((share) => share >= 0)).toBe(true)
			expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(minutes, 6)
		}),
	)
})
