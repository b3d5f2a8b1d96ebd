import type { z } from 'zod'

import type { VisitReportSchema } from '#contracts/visits.ts'
import { nameSource } from '#domain/visits/name-source.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { createVisitCounter } from './visit-counter.ts'

/** Programs that identify themselves. */
const PROGRAM = /bot|crawl|spider|headless|preview|monitor|curl|wget/i

/**
 * Counts one step of a visit. A page of ours that leads to another one begins no visit. Nothing of the request is kept: not
 * the address, not the browser's name, and of the origin only the name of its source.
 */
export function countStep(ctx: ServiceContext, { step, name, host }: z.output<typeof VisitReportSchema>): void {
	if (ctx.userAgent === '' || PROGRAM.test(ctx.userAgent)) return
	const source = nameSource({ name, host }, { sources: ctx.content.visitSources, ownHost: new URL(ctx.config.siteUrl).host })
	if (step === 'visit' && source === 'unknown') return
	ctx.state.of(createVisitCounter).count({ day: ctx.now().toISOString().slice(0, 10), step, source }, ctx.log)
}
