import { expect, test } from 'vitest'

import { loadedContent } from './loaded.server.ts'

const { freeTrial } = loadedContent

const { streams, template, worksheet, templateFile, worksheetFile } = freeTrial

test('the five streams are listed in order with the promised figures', () => {
	expect(
		streams.streams.map(({ step, title, timeframe, difficulty, potentialIncome }) => [step, title, timeframe, difficulty, potentialIncome]),
	).toEqual([
		[1, 'Affiliate Marketing', '2-6 weeks', 'Beginner-friendly', '$500-$5,000/month'],
		[2, 'Freelancing', '1-3 weeks', 'Beginner-friendly', '$1,000-$8,000/month'],
		[3, 'Print-on-Demand', '4-8 weeks', 'Beginner-friendly', '$300-$3,000/month'],
		[4, 'Content Creation', '6-12 weeks', 'Intermediate', '$500-$15,000/month'],
		[5, 'Data-Based Work', '2-6 weeks', 'Intermediate', '$800-$4,000/month'],
	])
})

test('the scoring guide has the same five streams and times', () => {
	expect(worksheet.scoringGuide.map(({ stream, timeToIncome }) => [stream, timeToIncome])).toEqual(
		streams.streams.map(({ title, timeframe }) => [title, timeframe]),
	)
})

test('the template contains every task, goal and tip', () => {
	expect(templateFile.fileName).toBe('weekly-income-planner-template.txt')
	const wanted = [
		...template.sections.flatMap(({ tasks }) => tasks),
		...template.goals.flatMap(({ goals }) => goals),
		...template.successTips,
	]
	expect(wanted.filter((line) => !templateFile.previewContent.includes(line))).toEqual([])
})

test('the worksheet contains every question with five boxes', () => {
	expect(worksheetFile.fileName).toBe('income-stream-selector-worksheet.txt')
	const questions = worksheet.categories.flatMap((category) => category.questions)
	expect(questions.filter(({ question }) => !worksheetFile.previewContent.includes(question))).toEqual([])
	expect(worksheetFile.previewContent.split('[ ] 1  [ ] 2  [ ] 3  [ ] 4  [ ] 5')).toHaveLength(questions.length + 1)
})
