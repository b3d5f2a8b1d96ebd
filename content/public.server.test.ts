import { expect, test } from 'vitest'

import { loadedContent } from './loaded.server.ts'

const {
	about,
	activity,
	blogTeasers,
	claims,
	course,
	disclaimers,
	downloadById,
	home,
	hustlerQuiz,
	landing,
	lifetimeOffer,
	modulePage,
	notFound,
	paymentPages,
	readLesson,
	signup,
	testimonials,
} = loadedContent

test('the offer has the promised price, regular price and guarantee', () => {
	expect(lifetimeOffer).toMatchObject({
		code: 'digital-income-mastery-lifetime',
		productName: 'Digital Income Mastery - Lifetime Access',
		amountCents: 4700,
		regularAmountCents: 19700,
		currency: 'USD',
		guaranteeDays: 30,
	})
	expect(JSON.stringify(lifetimeOffer)).not.toContain('perEmailLimit')
})

test.each([
	[1, 'Foundation: Digital Career Discovery'],
	[2, 'Building Your First Income Stream'],
	[3, 'Personal Branding & Online Presence'],
	[4, 'Marketing & Audience Growth'],
	[5, 'Monetization & Scaling'],
	[6, 'Long-Term Success & Mastery'],
])('module %i is listed as %s', (id, title) => {
	expect(course.modules.find((module) => module.id === id)?.title).toBe(title)
})

test.each([
	{ id: 2, previous: 'Foundation', redirect: '/course/module1' },
	{ id: 3, previous: 'Tools of the Trade', redirect: '/modules' },
	{ id: 4, previous: 'Building Your First Project', redirect: '/course/module3' },
	{ id: 5, previous: 'Marketing Fundamentals', redirect: '/course/module4' },
	{ id: 6, previous: 'Scaling Your Business', redirect: '/course/module5' },
])('the gate of module $id shows the promised message and redirects to $redirect', ({ id, previous, redirect }) => {
	expect(course.modules.find((module) => module.id === id)?.gate).toEqual({
		requires: id - 1,
		deniedToast: {
			title: `Complete Module ${id - 1} First`,
			description: `You need to complete Module ${id - 1}: ${previous} before accessing Module ${id}`,
			variant: 'destructive',
		},
		deniedRedirect: redirect,
	})
})

test('module 1 has no requirement, and a visitor without an email is sent to sign-up', () => {
	expect(course.modules[0]?.gate).toBeNull()
	expect(course.notSignedUpRedirect).toBe('/signup')
})

test.each([
	[1, 'Module Completed!'],
	[2, 'Module 2 Completed!'],
	[3, 'Module 3 Completed!'],
	[4, 'Module 4 Completed!'],
	[5, 'Module 5 Completed!'],
	[6, 'Congratulations! Course Complete!'],
])('completing module %i shows %s', (id, title) => {
	expect(course.modules.find((module) => module.id === id)?.completionToast.title).toBe(title)
})

const moduleOne = modulePage(1)

test('module 1 has the eight promised sections and the roadmap', () => {
	expect(moduleOne.sections.map((section) => section.title)).toEqual([
		'Introduction & Orientation',
		'Digital Economy Overview',
		'Skills Inventory & Assessment',
		'Value Mapping',
		'Career Path Selection',
		'Action Plan Creation',
		'First Win Strategy',
		'Progress Tracking Setup',
	])
	expect(moduleOne.roadmap.map(({ title, minutes }) => [title, minutes])).toEqual([
		['Digital Economy Overview', 45],
		['Skill Gap Analysis', 60],
		['Value Mapping Exercise', 90],
		['Career Path Selection', 75],
		['Action Plan Creation', 120],
		['Career Track Deep Dive', 90],
		['First Win Strategy', 60],
		['Progress Tracking Setup', 45],
	])
	expect(moduleOne.downloadIds).toHaveLength(2)
	expect(moduleOne.comingSoon).toBe('Section Content Coming Soon')
})

test('the completion screen of module 1 has the promised text', () => {
	const { earlyAccess, feedback, next, back } = moduleOne.completion
	expect(earlyAccess?.successToast.title).toBe("You've been added to the Module 2 early access list!")
	expect(feedback?.thanksToast.description).toBe('Your feedback helps us improve')
	expect([next, back]).toEqual([
		{ label: 'Continue to Module 2', href: '/modules' },
		{ label: 'Back to Home', href: '/' },
	])
})

test.each([
	['creator', '$500-$15,000/month in 4-8 months'],
	['analyst', '$2,000-$10,000/month in 2-4 months'],
	['affiliate', '$300-$8,000/month in 2-6 months'],
	['builder', '$1,000-$25,000/month in 3-8 months'],
] as const)('the %s profile shows %s', (type, earningPotential) => {
	expect(hustlerQuiz.profiles[type]).toMatchObject({ type, earningPotential })
	expect(hustlerQuiz.profiles[type].bestIncomeStreams).toHaveLength(5)
})

test('every quiz question offers each of the four types once', () => {
	expect(hustlerQuiz.title).toBe('What Kind of Digital Hustler Are You?')
	expect(hustlerQuiz.questions.map((question) => question.id)).toEqual([
		'weekend_scenario',
		'natural_strength',
		'ideal_income_goal',
		'work_preference',
		'success_vision',
	])
	for (const question of hustlerQuiz.questions) {
		expect(question.options.map((option) => option.type).toSorted()).toEqual(['affiliate', 'analyst', 'builder', 'creator'])
	}
})

test('the hero has the three promised taglines and the buttons', () => {
	expect(home.hero.taglines).toEqual([
		'Launch Your Digital Career in 90 Days',
		'Transform Skills into Income Streams',
		'Master Digital Income Creation',
	])
	expect([home.hero.primary.label, home.hero.secondary.label]).toEqual(['Start Now', 'Enroll Today'])
	expect(home.activity.title).toBe('Latest Student Wins')
	expect(home.blog.button).toEqual({ label: 'View All Articles', href: '/blog' })
})

test('everything not measured or quoted is marked as a sample', () => {
	expect([testimonials.length, activity.length]).toEqual([6, 5])
	expect(testimonials.every((testimonial) => testimonial.sample)).toBe(true)
	expect(activity.every((item) => item.sample)).toBe(true)
	expect(claims.filter((claim) => claim.isIncome).every(({ basis }) => basis === 'sample')).toBe(true)
	expect(disclaimers.incomeNote).toContain('not typical')
	expect(blogTeasers.filter((teaser) => teaser.featured)).toHaveLength(1)
})

test('the landing page has the promised text', () => {
	expect(landing.hero.title).toBe('Build Your First Profitable Online Income Stream')
	expect(landing.hero.trialButton).toEqual({ label: 'Start Free Trial', href: '/free-trial' })
	expect(landing.whatYouGet.title).toBe('What You Get')
	expect(landing.floatingButton).toEqual({ label: 'Enroll Now', href: '/signup' })
	expect(landing.pricing.discountNotice).toContain('20% off any subscription plan')
	expect(course.weeks.map(({ week }) => week)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('signup and checkout show the length of the first lesson', async () => {
	const first = modulePage(1).sections[0]?.lessonId ?? ''
	const minutes = (await readLesson(1, first))?.duration.replace(' minutes', '')
	expect(signup.welcome.text).toContain(`${minutes} minutes`)
	const texts = paymentPages.success.paid.nextSteps.map(({ text }) => text)
	expect(texts.filter((text) => /minutes/.test(text))).toEqual([expect.stringContaining(`${minutes} minutes`)])
})

test('the signup has the promised text', () => {
	expect(signup.missingToast).toEqual({
		title: 'Missing Information',
		description: 'Please fill in both your name and email.',
		variant: 'destructive',
	})
	expect(signup.welcome.startButton).toEqual({ label: 'Start Module 1', href: '/course/module1' })
	expect(signup.journey.steps.map(({ number, title, badge }) => [number, title, badge])).toEqual([
		[1, 'Discover Strengths', 'Active Now'],
		[2, 'Tools of Trade', 'Early Access'],
		[3, 'Build Portfolio', 'Coming Soon'],
		[4, 'Land the Job', 'Coming Soon'],
	])
})

test('the payment pages and the 404 page have the promised text', () => {
	expect(paymentPages.success.verifying.title).toBe('Verifying Your Payment...')
	expect(paymentPages.success.paid.title).toBe('Payment Successful')
	expect(paymentPages.canceled.title).toBe('Payment Canceled')
	expect(paymentPages.canceled.text).toContain('no charge was made')
	expect(paymentPages.canceled.retry).toEqual({ label: 'Try Payment Again', href: '/digital-income-mastery' })
	expect(paymentPages.canceled.freeTrial).toEqual({ label: 'Back to Free Trial', href: '/free-trial' })
	expect(paymentPages.enrolled.button).toEqual({ label: 'Enter Your Course', href: '/dashboard' })
	expect(notFound.title).toBe('Page Not Found')
	expect(notFound.links.map((link) => link.href)).toEqual(['/', '/modules', '/signup'])
})

test('a sheet becomes a .csv and a document a .txt file named after its title', () => {
	const sheet = downloadById('skills-inventory-worksheet')
	expect([sheet.fileName, sheet.mediaType]).toEqual(['skills-inventory-worksheet.csv', 'text/csv'])
	expect(sheet.previewContent.split('\r\n')[0]).toContain('"Proof (number, result or witness)"')

	const text = downloadById('career-roadmap-template')
	expect([text.fileName, text.mediaType]).toEqual(['career-roadmap-template.txt', 'text/plain'])
	expect(text.previewContent).toMatch(/^CAREER ROADMAP TEMPLATE\n=+\n/)
})

test('every figure appears on some page', () => {
	// The price and planned features are marked in the sentences that name them.
	const inSentences = ['regular-price', 'mentorship', 'community']
	const shown = [landing.hero, home.hero, home.assessment, home.community, about.stats].flatMap(({ claimIds }) => claimIds)
	expect(claims.map(({ id }) => id).filter((id) => !shown.includes(id))).toEqual(inSentences)
})

test('hustler quiz types are spread over the answer positions', () => {
	const places = hustlerQuiz.questions.map(({ options }) => options.map(({ type }) => type))
	expect(new Set(places.map((types) => types.join())).size).toBe(places.length)
	for (const at of [0, 1, 2, 3]) expect(new Set(places.map((types) => types[at])).size).toBeGreaterThanOrEqual(3)
})
