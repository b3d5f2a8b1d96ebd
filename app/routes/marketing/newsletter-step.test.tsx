import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { contentContext } from '#app/content.server.ts'
import blog from '#content/blog.json'
import type { Content } from '#content/load-content.server.ts'
import { inSite } from '#tests/setup/in-site.tsx'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import NewsletterStepRoute, { loader } from './newsletter-step.tsx'

const words = blog.subscription

function load(step: string) {
	const context = new RouterContextProvider()
	context.set(contentContext, { blogWords: blog } as unknown as Content)
	return loader({ context, params: { step } } as unknown as Parameters<typeof loader>[0])
}

test.each([
	{ step: 'check-inbox', shown: words.checkInbox, button: words.toBlog.label },
	{ step: 'confirm', shown: words.confirm, button: words.confirm.button },
	{ step: 'confirmed', shown: words.confirmed, button: words.toBlog.label },
	{ step: 'expired', shown: words.expired, button: words.toBlog.label },
])('/newsletter/$step has its words and leads on by “$button”', async ({ step, shown, button }) => {
	const loaderData = load(step)
	const Page = () => <NewsletterStepRoute {...({ loaderData } as Parameters<typeof NewsletterStepRoute>[0])} />
	const view = await renderElement(inSite(Page, `/newsletter/${step}`))
	expect([view.page.querySelector('h1')?.textContent, view.page.textContent.includes(shown.text)]).toEqual([shown.title, true])
	expect(operatePage(view).buttons()).toEqual([button])
})

test.each(['checkInbox', 'toBlog', ''])('there is no step “%s”', (step) => {
	expect(() => load(step)).toThrow(expect.objectContaining({ init: { status: 404 } }))
})
