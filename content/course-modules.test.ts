import { expect, test } from 'vitest'

import { loadedContent } from './loaded.server.ts'

const { taughtModule: modulePage, readLesson, toPublicLesson, course, downloadById, modulePages } = loadedContent

const titlesOf = (id: number) => modulePage(id).sections.map(({ title }) => title)

test.each(course.modules)('module $id has title $pageTitle and eight sections', ({ id, pageTitle }) => {
	expect(modulePage(id)).toMatchObject({ id, title: pageTitle, comingSoon: 'Section Content Coming Soon' })
	expect(modulePage(id).sections).toHaveLength(8)
	for (const downloadId of modulePage(id).downloadIds) expect(downloadById(downloadId).previewContent).not.toBe('')
})

test('modules 2 and 3 have the promised sections', () => {
	expect(titlesOf(2)).toEqual([
		'Building Your First Income Stream',
		'Market Research & Validation',
		'Product Creation & Development',
		'Launch Strategy & Execution',
		'Sales Systems & Automation',
		'First Sale',
		'Analysis',
		'Module 2 Complete',
	])
	expect(titlesOf(3)).toEqual([
		'Project Choice',
		'Planning',
		'Design & Wireframing',
		'Foundation',
		'Core Features',
		'Testing',
		'Styling',
		'Deployment',
	])
})

test.each(course.modules)('every section of module $id is a lesson', async ({ id }) => {
	for (const { lessonId } of modulePage(id).sections) {
		const lesson = lessonId === null ? null : readLesson(id, lessonId)
		expect(lesson?.quiz.length).toBeGreaterThanOrEqual(3)
		expect(lesson?.blocks.figures.length).toBeGreaterThanOrEqual(1)
		expect(lesson?.blocks.recalls.length).toBeGreaterThanOrEqual(4)
	}
})

test.each([
	{ id: 2, next: ['Start Module 3', '/course/module3'], back: ['View All Modules', '/modules'] },
	{ id: 3, next: ['Ready for Module 4', '/modules'], back: ['Back to Home', '/'] },
	{ id: 4, next: ['Start Module 5', '/course/module5'], back: ['View All Modules', '/modules'] },
	{ id: 5, next: ['Start Module 6', '/course/module6'], back: ['View All Modules', '/modules'] },
	{ id: 6, next: ['Access Alumni Resources', '/modules'], back: ['Return to Homepage', '/'] },
])('the completion screen of module $id offers $next', ({ id, next, back }) => {
	const { completion } = modulePage(id)
	expect([completion.next.label, completion.next.href]).toEqual(next)
	expect([completion.back.label, completion.back.href]).toEqual(back)
	expect([completion.earlyAccess, completion.feedback]).toEqual([null, null])
})

test('module 6 ends with the certificate button and the certificate’s requirements', async () => {
	const { completeButtonLabel, text } = modulePage(6).completion
	expect(completeButtonLabel).toBe('Claim Your Graduation Certificate')
	expect(text).toContain('The certificate below is signed')
	expect(readLesson(6, 'graduation')?.text.html).toContain('Every section of all six modules opened while signed in')
})

test.each([
	{ id: 4, duration: '2-3 hours', goals: undefined },
	{ id: 5, duration: '3-4 hours', goals: ['$5K+/month', '20%+ monthly', '80% of tasks automated'] },
	{ id: 6, duration: '2-3 hours', goals: ['1000+ lives'] },
])('module $id takes $duration, and its goals are not called promises', ({ id, duration, goals }) => {
	const page = modulePage(id)
	expect([page.details[0]?.value, course.modules[id - 1]?.duration]).toEqual([duration, duration])
	expect(page.goals?.items.map(({ value }) => value)).toEqual(goals)
	if (goals) expect(page.goals?.note).toMatch(/not (?:a )?promises?/)
})

test('milestones are as promised, and only module 3 has projects to choose', () => {
	const milestones = modulePages.map(({ id, sections }) => [id, sections.flatMap(({ milestone }) => milestone?.id ?? [])])
	expect(Object.fromEntries(milestones)).toEqual({
		1: [],
		2: [],
		3: ['wireframes', 'basic_structure', 'core_features', 'styling_complete'],
		4: ['customer_avatar'],
		5: ['automation_setup'],
		6: ['strategic_thinking'],
	})
	expect(modulePages.map(({ projectChoice }) => projectChoice?.projects.length ?? 0)).toEqual([0, 0, 5, 0, 0, 0])
})

test('the market research lesson has the promised figures', async () => {
	const lesson = readLesson(2, 'market-research-validation')
	if (!lesson) throw new Error('the lesson is gone')
	const sent = toPublicLesson(lesson)
	expect(sent).toMatchObject({ title: 'Market Research & Validation', duration: '2.5 hours', difficulty: 'Beginner' })
	expect(sent.task?.timeEstimate).toBe('4-6 hours')
	expect([sent.steps.length, sent.examples.length, sent.quiz.length, sent.resources.length]).toEqual([6, 3, 3, 4])
	expect(lesson.body.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeGreaterThan(2500)
	for (const { download, link } of sent.resources) expect(download?.previewContent ?? link).toBeTruthy()
	expect(sent.bodyHtml).not.toMatch(/<h[12]>/)
})
