/** vite.config.ts writes it in from content/course (`describeOrder`): a browser reads no files, and these few rules need no page's data. */
declare const __COURSE__: { readonly modules: readonly number[]; readonly projectModule: number | null }

/** The course's modules by number, in their order. */
export const courseOrder: readonly number[] = __COURSE__.modules

/** The module in which the learner picks a project, or null. */
export const projectModule: number | null = __COURSE__.projectModule
