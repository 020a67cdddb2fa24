// A lander's foot hits the ground: what the contact does, and how the body leaves it.
#include <touchdown.h>

void setup() { Serial.begin(115200); }

void loop() {
  td_body_contact lander = {};  // SI units; everything not set is the default
  lander.body.mass = 12.0f;
  lander.body.inertia[0] = lander.body.inertia[1] = 0.9f, lander.body.inertia[2] = 0.4f;
  lander.r[0] = 0.35f, lander.r[2] = -0.60f;
  lander.n[2] = 1.0f;
  lander.body.v[0] = 0.40f, lander.body.v[2] = -1.50f;
  lander.surface.mu_s = 0.5f, lander.surface.mu_k = 0.4f, lander.surface.e = 0.3f;

  td_body_impact hit;
  const td_status status = td_resolve_body(&lander, &hit);
  Serial.println(td_status_name(status));
  if (status >= 0) Serial.println(hit.v[2]);
  delay(1000);
}
