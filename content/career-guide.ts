import { renderDownload } from './render-download.ts'
import type { CareerTrack } from './schema/career-path.ts'
import type { Download } from './schema/download.ts'

/** @param incomeNote note that results aren't typical, which must accompany income ranges */
export function renderCareerGuide(track: CareerTrack, incomeNote: string): Download {
	const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`)
	return renderDownload({
		kind: 'document',
		type: 'doc',
		id: `${track.id}-guide`,
		document: `career-guide-${track.id}.pdf`,
		title: `${track.title} Career Guide`,
		description: track.description,
		intro: [track.description],
		sections: [
			{
				heading: 'At a glance',
				lines: [
					`Difficulty: ${track.difficulty}`,
					`Time to income: ${track.timeToIncome}`,
					`Income range: ${track.incomeRange}`,
					incomeNote,
					'',
					`Ideal for: ${track.idealFor}`,
					`Not for: ${track.notFor}`,
				],
			},
			{ heading: 'Skills', lines: list(track.skills) },
			{ heading: 'Pros', lines: list(track.pros) },
			{ heading: 'Considerations', lines: list(track.cons) },
			{
				heading: 'Curriculum',
				lines: track.lessons.flatMap(({ title, description, duration }, index) => [
					`${index + 1}. ${title} (${duration})`,
					`   ${description}`,
				]),
			},
			{ heading: 'First steps', lines: track.firstSteps.map(({ title, text }) => `${title}: ${text}`) },
			{ heading: 'My plan', lines: track.worksheet },
		],
	})
}
