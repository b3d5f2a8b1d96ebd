import { expect, test } from 'vitest'

import { compareTracks } from './compare-tracks.ts'
import { loadedContent } from './loaded.server.ts'
import { FigureSchema } from './schema/figure.ts'

const { careerPath, libraryDocuments } = loadedContent

const { figures, rows } = compareTracks(careerPath)

test('each comparison is a valid figure with all tracks on a scale from zero', () => {
	expect(figures.map(({ title }) => title)).toEqual(Object.values(careerPath.comparison.measures).map(({ title }) => title))
	for (const figure of figures) {
		expect(FigureSchema.parse(figure)).toEqual(figure)
		expect(figure.ranges.map(({ label }) => label)).toEqual(careerPath.tracks.map(({ title }) => title))
	}
})

test('the comparison matches the pages, and hours at risk are hours per week times weeks', () => {
	expect(rows).toEqual([
		{ track: 'Affiliate Marketer', cells: ['2 to 8 weeks', '$0 to $20', '10 to 40 h', '$1,000 to $15,000'] },
		{ track: 'Digital Product Creator', cells: ['4 to 12 weeks', '$0 to $15', '20 to 96 h', '$3,000 to $25,000'] },
		{ track: 'Online Coach/Consultant', cells: ['2 to 6 weeks', '$0', '8 to 24 h', '$5,000 to $50,000'] },
	])
})

test('cost and weekly hours match the career guides', () => {
	for (const { id, hoursAWeek, startCost } of careerPath.tracks) {
		const guide = JSON.stringify(libraryDocuments.get(`career-guide-${id}`))
		const [low, high] = hoursAWeek
		expect(guide).toMatch(new RegExp(`"${low === high ? low : `${low} to ${high}`} a week`))
		expect(guide).toMatch(new RegExp(`"\\$${startCost[0]}${startCost[1] > 0 ? ` to about \\$${startCost[1]}` : '"'}`))
	}
})
