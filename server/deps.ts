import { pdfkitPrinter } from '#server/adapters/documents/pdfkit.ts'
import { outboxEmail } from '#server/adapters/email/outbox.ts'
import { createSandboxPayments } from '#server/adapters/payments/sandbox.ts'

import type { Config } from './config.ts'
import type { Db, Deps } from './context.ts'
import type { JobQueue } from './jobs/port.ts'
import type { Logger } from './logger.ts'

export type Foundation = { db: Db; jobs: JobQueue; log: Logger; now: () => Date }

/** Composition root: the only file that chooses the adapters of the outside world. */
export function createDeps(config: Config, foundation: Foundation): Deps {
	return { config, ...foundation, email: outboxEmail, documents: pdfkitPrinter, payments: createSandboxPayments({ config, ...foundation }) }
}
