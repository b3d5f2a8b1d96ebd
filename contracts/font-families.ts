/** Font families that a brand can choose instead of the default font, which is already in the style sheets. */
export const FONT_FAMILIES = { serif: 'Georgia,"Times New Roman",serif', sans: 'system-ui,"Segoe UI",Roboto,sans-serif' } as const
