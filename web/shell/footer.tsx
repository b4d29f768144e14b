import type { ReactNode } from "react";
import { CATEGORY_LABELS, POST_CATEGORIES } from "#core/forum/categories.ts";
import { SubscribeForm } from "#web/newsletter/subscribe-form.tsx";
import { LogoMark } from "#web/page/logo.tsx";
import type { SiteData } from "#web/page/site-data.ts";
import { Link } from "#web/ui/link.tsx";
import { listNavigation } from "./navigation.ts";

export function Footer({ site }: { site: SiteData }) {
  const { figures, footer } = site;
  return (
    <footer className="site-footer">
      <div className="page-width py-4">
        <div className="site-footer-columns">
          <div>
            <p className="flex items-center gap-2 font-bold text-text">
              <LogoMark size={20} />
              <span className={site.branding.logo?.isWordmark ? "sr-only" : undefined}>{site.name}</span>
            </p>
            <p className="mt-1 wrap-anywhere">{footer.about}</p>
          </div>
          <div>
            <FooterColumn title="Explore">
              {listNavigation(site).map(({ to, label }) => (
                <FooterLink key={to} to={to}>
                  {label}
                </FooterLink>
              ))}
            </FooterColumn>
            <FooterColumn title="Categories">
              {POST_CATEGORIES.map((category) => (
                <FooterLink key={category} to={`/forum?category=${category}`}>
                  {CATEGORY_LABELS[category]}
                </FooterLink>
              ))}
            </FooterColumn>
          </div>
          <section aria-labelledby="footer-updates">
            <h2 id="footer-updates" className="mb-1.5">
              Stay Updated
            </h2>
            <SubscribeForm email={site.viewer?.email ?? ""} />
          </section>
        </div>
        <div className="site-footer-end">
          {figures ? (
            <dl className="figures">
              {figures.map(({ figure, label }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          <ul>
            <FooterLink to="/privacy">Privacy Policy</FooterLink>
            <FooterLink to="/terms">Terms of Service</FooterLink>
          </ul>
          {footer.note ? <p className="basis-full wrap-anywhere">{footer.note}</p> : null}
        </div>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}
